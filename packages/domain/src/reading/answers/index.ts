export { railSchema } from '../../provider/rail-schema.ts';
export { decodedSchema } from './decoded.ts';
export { resultCodeSchema } from './result-code.ts';
