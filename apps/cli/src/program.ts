import { Command } from 'commander';
import { appCreate } from './commands/app-create.ts';
import { appLiftSignIn } from './commands/app-lift-sign-in.ts';
import { backup } from './commands/backup.ts';
import { c2bEndToken } from './commands/c2b-end-token.ts';
import { c2bPull } from './commands/c2b-pull.ts';
import { c2bRotateToken } from './commands/c2b-rotate-token.ts';
import { c2bRulesSet } from './commands/c2b-rules-set.ts';
import { c2bRulesShow } from './commands/c2b-rules-show.ts';
import { credentialsSet } from './commands/credentials-set.ts';
import { dayList } from './commands/day-list.ts';
import { dayMail } from './commands/day-mail.ts';
import { dayShow } from './commands/day-show.ts';
import { daySignOff } from './commands/day-sign-off.ts';
import { deliveryCancel } from './commands/delivery-cancel.ts';
import { deliveryList } from './commands/delivery-list.ts';
import { deliveryResend } from './commands/delivery-resend.ts';
import { deliverySendAsNew } from './commands/delivery-send-as-new.ts';
import { deliveryShow } from './commands/delivery-show.ts';
import { demoSeed } from './commands/demo-seed.ts';
import { demoStatementCommand } from './commands/demo-statement.ts';
import { doctor } from './commands/doctor.ts';
import { endpointActivate } from './commands/endpoint-activate.ts';
import { endpointCreate } from './commands/endpoint-create.ts';
import { endpointDelete } from './commands/endpoint-delete.ts';
import { endpointDisable } from './commands/endpoint-disable.ts';
import { endpointEnable } from './commands/endpoint-enable.ts';
import { endpointList } from './commands/endpoint-list.ts';
import { endpointRecover } from './commands/endpoint-recover.ts';
import { endpointReplay } from './commands/endpoint-replay.ts';
import { endpointRotate } from './commands/endpoint-rotate.ts';
import { endpointShow } from './commands/endpoint-show.ts';
import { endpointTest } from './commands/endpoint-test.ts';
import { endpointUpdate } from './commands/endpoint-update.ts';
import { bucketCommands, exportCommands } from './commands/file-commands.ts';
import { floatShow } from './commands/float-show.ts';
import { floatThreshold } from './commands/float-threshold.ts';
import { retentionCommands, subjectCommands } from './commands/kept-commands.ts';
import { keyCreate } from './commands/key-create.ts';
import { keyList } from './commands/key-list.ts';
import { keyRevoke } from './commands/key-revoke.ts';
import { keyRotate } from './commands/key-rotate.ts';
import { keysGenerateSeal, keysGenerateVault } from './commands/keys-generate.ts';
import { keysRotateSeal } from './commands/keys-rotate-seal.ts';
import { listen } from './commands/listen.ts';
import { mcp } from './commands/mcp.ts';
import { migrate } from './commands/migrate.ts';
import { organizationResume } from './commands/organization-resume.ts';
import { organizationSuspend } from './commands/organization-suspend.ts';
import { policySet } from './commands/policy-set.ts';
import { policyShow } from './commands/policy-show.ts';
import { recoveryCancel } from './commands/recovery-cancel.ts';
import { recoveryList } from './commands/recovery-list.ts';
import { recoveryShow } from './commands/recovery-show.ts';
import { reportTokenCreate } from './commands/report-token-create.ts';
import { reportTokenList } from './commands/report-token-list.ts';
import { reportTokenRevoke } from './commands/report-token-revoke.ts';
import { restore } from './commands/restore.ts';
import { reviewAsk } from './commands/review-ask.ts';
import { reviewAssign } from './commands/review-assign.ts';
import { reviewClear } from './commands/review-clear.ts';
import { reviewDecide } from './commands/review-decide.ts';
import { reviewLink } from './commands/review-link.ts';
import { reviewList } from './commands/review-list.ts';
import { reviewNote } from './commands/review-note.ts';
import { reviewResolve } from './commands/review-resolve.ts';
import { reviewShow } from './commands/review-show.ts';
import { rollupsCheck } from './commands/rollups-check.ts';
import { shortcodeList } from './commands/shortcode-list.ts';
import { shortcodeRelease } from './commands/shortcode-release.ts';
import { statementCalendar } from './commands/statement-calendar.ts';
import { statementImport } from './commands/statement-import.ts';
import { statementMatch } from './commands/statement-match.ts';
import { statementPreview } from './commands/statement-preview.ts';
import { statementShow } from './commands/statement-show.ts';
import { trigger } from './commands/trigger.ts';
import { userCreate } from './commands/user-create.ts';
import { userDisable } from './commands/user-disable.ts';
import { userEnable } from './commands/user-enable.ts';
import { userResetSecondFactor } from './commands/user-reset-second-factor.ts';
import { userSessionsEnd } from './commands/user-sessions-end.ts';
import { userUnlinkIdentity } from './commands/user-unlink-identity.ts';
import type { Answer } from './output.ts';
import type { Terminal } from './run.ts';

type Streams = { out(text: string): void; err(text: string): void };

/**
 * Builds the whole command line. Each command passes its result to `answer`. `listen` and `mcp` do not
 * end by themselves, so they write to `terminal`. Help and usage errors go to `streams`.
 */
export function createProgram(answer: (answer: Answer) => void, streams: Streams, terminal: Terminal): Command {
  const program = new Command('tillgate')
    .description('The command line of Tillgate for operators and automation.')
    .option('--json', 'print one JSON object: the result on stdout or an error on stderr')
    .addCommand(group('user', 'dashboard users', ...userCommands(answer)))
    .addCommand(
      group('organization', 'organizations of merchants', organizationSuspend(answer), organizationResume(answer)),
    )
    .addCommand(group('app', 'applications: merchant accounts', appCreate(answer), appLiftSignIn(answer)))
    .addCommand(group('credentials', 'M-PESA credentials of an application', credentialsSet(answer)))
    .addCommand(group('shortcode', 'owners of shortcodes', shortcodeList(answer), shortcodeRelease(answer)))
    .addCommand(group('key', 'API keys', ...keyCommands(answer)))
    .addCommand(group('keys', 'keys that stored secrets are encrypted with', ...secretCommands(answer, streams.err)))
    .addCommand(
      group(
        'report-token',
        'tokens that BI tools read reports with',
        reportTokenCreate(answer),
        reportTokenList(answer),
        reportTokenRevoke(answer),
      ),
    )
    .addCommand(group('policy', 'limits on money out and what needs approval', policySet(answer), policyShow(answer)))
    .addCommand(group('endpoint', 'webhook endpoints', ...endpointCommands(answer, streams.err)))
    .addCommand(group('delivery', 'webhook deliveries', ...deliveryCommands(answer)))
    .addCommand(group('recovery', 'webhook recoveries: resend many deliveries at once', ...recoveryCommands(answer)))
    .addCommand(group('export', 'files of whole lists', ...exportCommands(answer, streams.err)))
    .addCommand(group('bucket', 'where scheduled files are put', ...bucketCommands(answer)))
    .addCommand(group('day', 'business days and who signed them off', ...dayCommands(answer)))
    .addCommand(group('float', 'what is in the accounts', floatShow(answer), floatThreshold(answer)))
    .addCommand(group('retention', 'what is kept, and for how long', ...retentionCommands(answer)))
    .addCommand(group('review', 'what waits for a person', ...reviewCommands(answer)))
    .addCommand(group('rollups', 'hourly totals of reports', rollupsCheck(answer, streams.err)))
    .addCommand(group('statement', "the provider's statements", ...statementCommands(answer)))
    .addCommand(group('subject', 'customers who ask what is kept about them', ...subjectCommands(answer)))
    .addCommand(
      group(
        'c2b',
        'offline payments',
        group('rules', 'validation rules for offline payments', c2bRulesSet(answer), c2bRulesShow(answer)),
        c2bPull(answer),
        c2bRotateToken(answer),
        c2bEndToken(answer),
      ),
    )
    .addCommand(listen(terminal))
    .addCommand(trigger(answer))
    .addCommand(mcp(terminal))
    .addCommand(doctor(answer))
    .addCommand(migrate(answer))
    .addCommand(backup(answer, streams.err))
    .addCommand(restore(answer, streams.err))
    // `npm start` runs `demo seed` on its first start.
    .addCommand(group('demo', 'the demo merchant', demoSeed(answer), demoStatementCommand(answer)), { hidden: true })
    .addHelpText('after', '\nExit codes: 0 for success, 1 for any error.');
  for (const command of withDescendants(program)) {
    command
      .exitOverride()
      .configureHelp({ showGlobalOptions: true })
      .configureOutput({ writeOut: streams.out, writeErr: streams.err });
  }
  return program;
}

type AnswerFunction = (answer: Answer) => void;

function group(name: string, description: string, ...commands: Command[]): Command {
  const parent = new Command(name).description(description);
  for (const command of commands) parent.addCommand(command);
  return parent;
}

function userCommands(answer: AnswerFunction): Command[] {
  return [
    userCreate(answer),
    userDisable(answer),
    userEnable(answer),
    userResetSecondFactor(answer),
    userUnlinkIdentity(answer),
    group('sessions', 'browsers that a user is signed in with', userSessionsEnd(answer)),
  ];
}

function statementCommands(answer: AnswerFunction): Command[] {
  return [
    statementPreview(answer),
    statementImport(answer),
    statementMatch(answer),
    statementShow(answer),
    statementCalendar(answer),
  ];
}

function keyCommands(answer: AnswerFunction): Command[] {
  return [keyCreate(answer), keyList(answer), keyRotate(answer), keyRevoke(answer)];
}

function secretCommands(answer: AnswerFunction, report: (line: string) => void): Command[] {
  return [keysGenerateSeal(answer), keysGenerateVault(answer), keysRotateSeal(answer, report)];
}

function endpointCommands(answer: AnswerFunction, report: (line: string) => void): Command[] {
  return [
    endpointCreate(answer),
    endpointList(answer),
    endpointShow(answer),
    endpointUpdate(answer),
    endpointDisable(answer),
    endpointEnable(answer),
    endpointDelete(answer),
    endpointRotate(answer),
    endpointActivate(answer),
    endpointTest(answer),
    endpointRecover(answer, report),
    endpointReplay(answer, report),
  ];
}

function deliveryCommands(answer: AnswerFunction): Command[] {
  return [
    deliveryList(answer),
    deliveryShow(answer),
    deliveryResend(answer),
    deliverySendAsNew(answer),
    deliveryCancel(answer),
  ];
}

function recoveryCommands(answer: AnswerFunction): Command[] {
  return [recoveryShow(answer), recoveryList(answer), recoveryCancel(answer)];
}

function dayCommands(answer: AnswerFunction): Command[] {
  return [dayShow(answer), dayList(answer), daySignOff(answer), dayMail(answer)];
}

function reviewCommands(answer: AnswerFunction): Command[] {
  return [
    reviewList(answer),
    reviewShow(answer),
    reviewNote(answer),
    reviewAssign(answer),
    reviewClear(answer),
    reviewAsk(answer),
    reviewResolve(answer),
    reviewLink(answer),
    reviewDecide(answer),
  ];
}

function withDescendants(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withDescendants)];
}
