// @ts-check
// Loaded before a process of ours (`NODE_OPTIONS=--import`): its clock is wrong by CLOCK_SHIFT_SECONDS.
const RealDate = Date;
const now = () => RealDate.now() + Number(process.env.CLOCK_SHIFT_SECONDS) * 1000;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given) => Reflect.construct(target, given.length === 0 ? [now()] : given),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
