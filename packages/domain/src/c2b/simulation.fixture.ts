import { createHash } from 'node:crypto';

// A till or paybill where prompts and counter payments of equal amounts meet: what customers do,
// what the provider reports and when, and the ledger of the provider that says what is true.

/** Money that arrived, by receipt. `promptId`: its prompt; null for a counter payment. */
export type Ledger = Map<string, { amount: number; phone: string; promptId: string | null }>;

export type SimulatedPrompt = {
  id: string;
  at: number;
  phone: string;
  amount: number;
  reference: string;
  isAcknowledged: boolean;
  /** When the customer paid or the prompt ended without money. */
  endsAt: number;
  receipt: string | null;
};

export type SimulatedConfirmation = {
  receipt: string;
  amount: number;
  phone: string;
  reference: string;
  /** Seconds: when it was paid, and when the report arrives. */
  paidAt: number;
};

type Happening =
  | { kind: 'prompt'; at: number; prompt: SimulatedPrompt }
  | { kind: 'callback'; at: number; prompt: SimulatedPrompt }
  | { kind: 'confirmation'; at: number; confirmation: SimulatedConfirmation };

export type World = {
  product: 'till' | 'paybill';
  hasInitiator: boolean;
  /** Confirmations show enough of the payer's phone to exclude others. A hash that may be salted does not. */
  showsPhones: boolean;
  /** Phones are hashed without salt, and this is proven. */
  isHashProven: boolean;
  ledger: Ledger;
  prompts: Map<string, SimulatedPrompt>;
  /** In order of time. */
  happenings: Happening[];
};

/** A repeatable stream of numbers from 0 to 1 (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const sha = (text: string) => createHash('sha256').update(text).digest('hex');
/** The forms in which the provider reports a phone. */
const phoneForms: ((phone: string) => string)[] = [
  (phone) => `${phone.slice(0, 4)} ***** ${phone.slice(-3)}`,
  (phone) => `${phone.slice(0, 4)} ***** ${phone.slice(-3)}`,
  (phone) => sha(phone),
  (phone) => sha(`salt${phone}`),
  () => '',
  (phone) => phone,
];

const [hash] = phoneForms.slice(2);
const hides = phoneForms.slice(2, 5);

/** A world of `size` prompts and about as many counter payments, of few amounts and within little time. */
export function worldOf(seed: number, size: number): World {
  const random = randomOf(seed);
  const chance = (share: number) => random() < share;
  const within = (from: number, to: number) => from + random() * (to - from);
  const oneOf = <T>(list: T[]): T => list[Math.floor(random() * list.length)] as T;
  const amounts = [50, 100, 100, 200];
  const product = chance(0.5) ? 'till' : 'paybill';
  const form = oneOf(phoneForms);
  const isHashProven = form === hash && chance(0.5);
  const showsPhones = isHashProven || !hides.includes(form);
  const ledger: Ledger = new Map();
  const prompts = new Map<string, SimulatedPrompt>();
  const happenings: Happening[] = [];
  let receipts = 0;
  const newPhone = () => `2547${String(Math.floor(random() * 1e8)).padStart(8, '0')}`;
  const pay = (amount: number, phone: string, promptId: string | null) => {
    receipts += 1;
    const receipt = `SIM${String(receipts).padStart(7, '0')}`;
    ledger.set(receipt, { amount, phone, promptId });
    return receipt;
  };
  /** The provider's confirmation: nearly always soon, sometimes up to a minute late. */
  const report = (receipt: string, paidAt: number, reference: string) => {
    const { amount, phone } = ledger.get(receipt) ?? { amount: 0, phone: '' };
    const at = paidAt + (chance(0.1) ? within(5, 60) : within(0.5, 3));
    const told = product === 'till' ? '' : chance(0.1) ? reference.replace(/\W/g, '') : reference;
    const confirmation = { receipt, amount, phone: form(phone), reference: told, paidAt };
    happenings.push({ kind: 'confirmation', at, confirmation });
  };
  for (let index = 0; index < size; index += 1) {
    const at = within(0, size * 2);
    const isPaid = chance(0.55);
    const phone = newPhone();
    const amount = oneOf(amounts);
    const id = `prompt-${index}`;
    const endsAt = at + within(4, isPaid ? 50 : 65);
    const receipt = isPaid ? pay(amount, phone, id) : null;
    const reference = `INV-${index}`;
    const prompt = { id, at, phone, amount, reference, isAcknowledged: chance(0.97), endsAt, receipt };
    prompts.set(id, prompt);
    happenings.push({ kind: 'prompt', at, prompt });
    // A callback is lost, up to twenty minutes late, or on time.
    const fate = random();
    if (fate > 0.12) {
      happenings.push({ kind: 'callback', at: endsAt + (fate < 0.25 ? within(20, 1_200) : within(0.5, 4)), prompt });
    }
    if (receipt) report(receipt, endsAt, reference);
    if (chance(0.9)) counterPayment(prompt);
  }
  /** Somebody pays the same amount at the counter while the prompt is open, or about then. */
  function counterPayment(prompt: SimulatedPrompt): void {
    const look = random();
    const lookalike = `2547${String(Math.floor(random() * 1e5)).padStart(5, '0')}${prompt.phone.slice(-3)}`;
    // The customer of the prompt, who does not answer it; somebody with the same last digits; anybody.
    const phone = look < 0.1 && !prompt.receipt ? prompt.phone : look < 0.5 ? lookalike : newPhone();
    const paidAt = prompt.at + within(-20, 120);
    if (paidAt < 0) return;
    const receipt = pay(prompt.amount, phone, null);
    report(receipt, paidAt, oneOf(['', 'RENT', `SHOP ${prompt.id}`]));
  }
  happenings.sort((one, other) => one.at - other.at);
  return { product, hasInitiator: chance(0.5), showsPhones, isHashProven, ledger, prompts, happenings };
}

/** The provider's answer to a query of a prompt: its result code, or undefined for no answer. */
export function queryAnswer(prompt: SimulatedPrompt, at: number, random: () => number): string | undefined {
  if (at < prompt.endsAt + 1 || random() < 0.2) return undefined;
  return prompt.receipt ? '0' : '1032';
}

/** The outcome of a world. */
export type Outcome = {
  /** Announced successes with the final receipt and the prompt; null offline. */
  announced: { promptId: string | null; receipt: string | null }[];
  /** Receipts that wait for people. */
  held: string[];
  /** Prompts that people have to link with a payment. */
  linked: string[];
};

/** The differences between an outcome and the ledger, as sentences. */
export function faultsOf(world: World, { announced, held, linked }: Outcome): string[] {
  const faults: string[] = [];
  const times = new Map<string, number>();
  const count = (receipt: string) => times.set(receipt, (times.get(receipt) ?? 0) + 1);
  for (const { promptId, receipt } of announced) {
    const prompt = promptId === null ? undefined : world.prompts.get(promptId);
    if (prompt && !prompt.receipt) faults.push(`${prompt.id} was announced and never paid`);
    if (prompt && receipt && receipt !== prompt.receipt) faults.push(`${prompt.id} has the receipt of ${receipt}`);
    if (prompt?.receipt) count(prompt.receipt);
    if (!prompt && receipt) count(receipt);
  }
  for (const [receipt, { promptId }] of world.ledger) {
    const told = times.get(receipt) ?? 0;
    if (told > 1) faults.push(`${receipt} was told ${told} times`);
    const isWithPeople = held.includes(receipt) || (promptId !== null && linked.includes(promptId));
    if (told === 0 && !isWithPeople) faults.push(`${receipt} was told to nobody`);
  }
  return faults;
}
