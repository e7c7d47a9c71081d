ALTER TYPE "GuardRuleKind" ADD VALUE 'failing_share' AFTER 'first_prompt_max';
