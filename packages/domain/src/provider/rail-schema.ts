import { Rail } from '@tillgate/db';
import { z } from 'zod';
import { issues } from '../kernel/refusals.ts';

const error = issues.oneOf({ values: Object.values(Rail).join(', ') });

/** The name of a network, as callers write and read it. */
export const railSchema = z.enum(Rail, { error });

/** In a request. Left out, we choose. */
export const askedRailSchema = railSchema.optional().meta({
  description:
    'The network to use. You rarely need it: without it, an application with one account uses that one, and an application with several reaches each phone where it has paid before, on the network of its number, or on the default one.',
});
