/** The far end of a call that waits for its answer. */
export type Held<Request, Answer> = {
  /** Resolves with the request once it arrives. */
  arrived: Promise<Request>;
  answer(answer: Answer): void;
};

/** Answers that a test scripts, and the recorded calls. */
export type Script<Request, Answer> = {
  calls: Request[];
  /** Queues answers; each is given once, in order. */
  answer(...answers: Answer[]): void;
  /** Queues a pause: the next request waits until the test answers it. */
  hold(): Held<Request, Answer>;
  ask(request: Request): Promise<Answer>;
};

/** Replies from the queue, and with `otherwise` when it is empty. */
export function script<Request, Answer>(otherwise: (request: Request) => Answer): Script<Request, Answer> {
  const calls: Request[] = [];
  const queue: ((request: Request) => Answer | Promise<Answer>)[] = [];
  return {
    calls,
    answer(...answers) {
      queue.push(...answers.map((answer) => () => answer));
    },
    hold() {
      let arrive: (request: Request) => void = () => {};
      let release: (answer: Answer) => void = () => {};
      const arrived = new Promise<Request>((resolve) => {
        arrive = resolve;
      });
      const answered = new Promise<Answer>((resolve) => {
        release = resolve;
      });
      queue.push((request) => {
        arrive(request);
        return answered;
      });
      return { arrived, answer: (answer) => release(answer) };
    },
    async ask(request) {
      calls.push(request);
      return (queue.shift() ?? otherwise)(request);
    },
  };
}
