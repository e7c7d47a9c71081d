import { DomainError } from '../kernel/errors.ts';
import { userRefusals } from './refusals.ts';

/** The credentials are right, but the operator has disabled the account. */
export class AccountDisabled extends DomainError {
  constructor() {
    super('forbidden', userRefusals.accountDisabled);
    this.name = 'AccountDisabled';
  }
}
