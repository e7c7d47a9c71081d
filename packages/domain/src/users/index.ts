export { type AuthenticatedUser, authenticateUser } from './authenticate-user.ts';
export { createUser } from './create-user.ts';
export { type CreateUserInput, createUserSchema, emailSchema, passwordSchema } from './schemas.ts';
