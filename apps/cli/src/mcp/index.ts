export { sandboxPrompts } from './sandbox-prompts.ts';
export { serveMcp } from './serve.ts';
