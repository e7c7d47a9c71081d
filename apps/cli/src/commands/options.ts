import { Environment } from '@tillgate/db';
import { Option } from 'commander';

export function appOption(): Option {
  return new Option('--app <id>', 'application id').makeOptionMandatory();
}

export function envOption(): Option {
  return new Option('--env <environment>', 'which of its environments')
    .choices(Object.values(Environment))
    .makeOptionMandatory();
}
