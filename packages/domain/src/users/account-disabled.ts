import { DomainError } from '../kernel/errors.ts';

/** The proof was right, but the operator has disabled the account. */
export class AccountDisabled extends DomainError {
  constructor() {
    super('forbidden', 'This account is disabled. Ask the operator of this service.');
    this.name = 'AccountDisabled';
  }
}
