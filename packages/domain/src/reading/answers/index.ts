export { decodedSchema } from './decoded.ts';
export { resultCodeSchema } from './result-code.ts';
