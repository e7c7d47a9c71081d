// @ts-check
/** @type {import('../lib/mutation.mjs').Room} */
export const reviews = {
  folder: 'packages/domain/src/reviews',
  faults: [
    {
      file: 'statements.ts',
      find: `WHERE status = 'open' AND \${condition} RETURNING id, application_id\`;`,
      replace: `WHERE \${condition} RETURNING id, application_id\`;`,
      harm: 'who closed a review, and why, is overwritten',
      tests: ['packages/domain/src/desk/'],
    },
    {
      file: 'statements.ts',
      find: `AND (\${reasons}::text[] IS NULL OR reason::text = ANY (\${reasons}::text[]))\`;`,
      replace: `AND (\${reasons}::text[] IS NULL OR reason::text = ANY (\${reasons}::text[]) OR true)\`;`,
      harm: 'linking two payments closes what else waits about them',
      tests: ['packages/domain/src/desk/', 'packages/domain/src/payments/'],
    },
    {
      file: 'statements.ts',
      find: `(id = \${review.id}::uuid OR (\${review.all}::boolean AND`,
      replace: `(id = \${review.id}::uuid OR ((\${review.all}::boolean OR true) AND`,
      harm: 'clearing one review closes the others of its subject',
      tests: ['packages/domain/src/desk/'],
    },
    {
      file: 'statements.ts',
      find: ` AND r.reason = \${reason}::"ReviewReason" AND \${newsAt`,
      replace: ` AND \${newsAt`,
      harm: 'an exception of a statement is hidden by another one of the same line',
      tests: ['packages/domain/src/desk/', 'packages/domain/src/reconciliation/'],
    },
    {
      file: 'scope.ts',
      find: 'where: { id: reviewId, applicationId, environment }',
      replace: 'where: { id: reviewId, environment }',
      harm: 'a member works on reviews of another merchant',
      tests: ['packages/domain/src/desk/'],
    },
    {
      file: 'scope.ts',
      find: `if (review.status !== 'open') throw invalidInput(issue('reviewId', reviewIssues.reviewClosed));`,
      replace: '',
      harm: 'a closed review gets somebody to look after it',
      tests: ['packages/domain/src/desk/'],
    },
    {
      file: 'assign-review.ts',
      find: `if (!member || !may(member.role, 'reviews.work')) {`,
      replace: 'if (!member) {',
      harm: 'a review is given to a member who may not work on it',
      tests: ['packages/domain/src/desk/'],
    },
    {
      file: 'clear-review.ts',
      find: `  requirePermission(ctx, 'reviews.work');
`,
      replace: '',
      harm: 'a member without the permission clears reviews',
      tests: ['packages/domain/src/desk/'],
    },
  ],
};
