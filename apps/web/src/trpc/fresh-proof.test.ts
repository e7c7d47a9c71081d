import { describe, expect, it } from 'vitest';
import type { Meta } from './init.ts';
import { appRouter } from './root.ts';

const mutations = Object.entries(appRouter._def.procedures).flatMap(([path, procedure]) => {
  const { meta, type } = (procedure as unknown as { _def: { meta?: Meta; type: string } })._def;
  return type === 'mutation' ? [{ path, meta }] : [];
});

/**
 * The changes that need a fresh proof of identity, so that a browser which somebody left open is
 * not enough: everything that moves money, makes or shows a secret, redirects data, or decides who
 * may do so.
 */
const proved: Record<string, Meta['reauthentication']> = {
  'account.addPasskey': true,
  'account.beginPasskey': true,
  'account.disableSecondFactor': true,
  'account.removePasskey': true,
  'account.renewRecoveryCodes': true,
  'account.setUpSecondFactor': true,
  'batches.approve': true,
  'batches.resume': true,
  'batches.submit': true,
  'buckets.add': 'production',
  'buckets.remove': 'production',
  'buckets.replaceKeys': 'production',
  'credentials.chooseDefault': true,
  'credentials.set': true,
  'credentials.setAccount': true,
  'endpoints.activateSecret': 'production',
  'endpoints.create': 'production',
  'endpoints.delete': 'production',
  'endpoints.enable': 'production',
  'endpoints.recoverFailed': 'production',
  'endpoints.replayMissing': 'production',
  'endpoints.rotateSecret': 'production',
  'endpoints.update': 'production',
  'guard.add': true,
  'guard.addEntry': true,
  'guard.change': true,
  'guard.importFile': true,
  'guard.remove': true,
  'guard.removeEntry': true,
  'keys.askAgain': 'production',
  'keys.create': 'production',
  'keys.revoke': 'production',
  'keys.rotate': 'production',
  'links.setReturnHosts': true,
  'members.changeRole': true,
  'members.confirm': true,
  'members.endSessions': true,
  'members.invite': true,
  'members.remove': true,
  'members.resendInvitation': true,
  'members.revokeInvitation': true,
  'offline.endTokens': 'production',
  'offline.register': 'production',
  'offline.rotateToken': 'production',
  'offline.setPull': 'production',
  'offline.setRules': 'production',
  'orders.approve': true,
  'orders.approveMany': true,
  'organizations.createApplication': true,
  'organizations.requireSignIn': true,
  'payouts.request': true,
  'payouts.reverse': true,
  'policy.set': true,
  'reconciliation.record': 'production',
  'reconciliation.takeBack': 'production',
  'recipients.remove': true,
  'recipients.save': true,
  'reportingTokens.create': true,
  'reportingTokens.revoke': true,
  'requests.keepBodies': 'production',
  'reviews.decide': 'production',
  'reviews.link': 'production',
  'reviews.resolve': 'production',
};

/** The changes that do without one, each with the reason that a reviewer accepted. */
const unproved: Record<string, string> = {
  'account.askForPasskey': 'Leads to the proof.',
  'account.changePassword': 'Asks for the current password itself.',
  'account.chooseMails': 'Mails about accounts, keys and policies come in any case.',
  'account.confirmSecondFactor': 'Follows setUpSecondFactor, which needs the proof, and asks for a code.',
  'account.reauthenticate': 'It is the proof.',
  'account.rename': 'Changes a name that others see, and no access.',
  'account.revokeOtherSessions': 'Only ends access, and must work in a hurry.',
  'account.revokeSession': 'Only ends access, and must work in a hurry.',
  'batches.cancel': 'Ends a batch: nothing further is paid.',
  'batches.copy': 'Makes a draft. Sending it off needs the proof.',
  'batches.create': 'Makes a draft. Sending it off needs the proof.',
  'batches.pause': 'Stops a batch. Resuming it needs the proof.',
  'batches.permitUpload': 'Asks whether a file may be sent.',
  'buckets.test': 'Sends a fixed text to a bucket that was set with a fresh proof.',
  'collect.prompt': 'Moves no money until the customer enters their PIN, and only into the shop’s own account.',
  'collect.qr': 'Draws a code that pays into the shop’s own account.',
  'credentials.verify': 'Tries the stored credentials and changes none.',
  'days.setMail': 'Mails figures to members who may see them anyway.',
  'days.signOff': 'Vouches for figures and changes none. Every signature is kept.',
  'days.stopMail': 'Ends mails, which can be set again.',
  'deliveries.cancel': 'Stops one delivery, which can be sent again.',
  'deliveries.resend': 'Sends to a URL that was set with a fresh proof.',
  'deliveries.resendMany': 'Sends to a URL that was set with a fresh proof.',
  'deliveries.sendAsNew': 'Sends to a URL that was set with a fresh proof.',
  'endpoints.cancelRecovery': 'Stops sending again.',
  'endpoints.disable': 'Stops sending. Enabling it, which needs the proof, tells what it missed.',
  'endpoints.test': 'Sends a made-up event to a URL that was set with a fresh proof.',
  'exports.cancel': 'Stops a file, which can be made again.',
  'exports.create': 'Makes a file of what the lists show, phone numbers masked.',
  'exports.endSchedule': 'Ends a schedule, which can be made again.',
  'exports.pauseSchedule': 'Puts a schedule off.',
  'exports.resumeSchedule': 'Goes on with a schedule that was made before.',
  'exports.schedule': 'Mails a link to what the lists show, or uses a bucket that was set with a fresh proof.',
  'float.removeThreshold': 'Ends a warning, and moves nothing.',
  'float.setThreshold': 'Sets who is warned of a low balance, and moves nothing.',
  'guard.findPhone': 'Looks a phone up, and changes nothing.',
  'guard.previewFile': 'Reads a file and keeps nothing.',
  'handset.answer': 'Plays the customer of the sandbox, where no money is real.',
  'identity.acceptInvitation': 'Joins with the link from a mail to the person’s own address.',
  'identity.askForPasskey': 'Nobody is signed in.',
  'identity.requestPasswordReset': 'Nobody is signed in.',
  'identity.resetPassword': 'Nobody is signed in: the link from the mail is the proof.',
  'identity.signUp': 'Nobody is signed in: the link from the mail is the proof.',
  'inquiries.askBalance': 'Asks the provider a question that moves nothing.',
  'inquiries.askStatus': 'Asks the provider a question that moves nothing.',
  'links.change':
    'Changes the words and the end of a page. Its way back leads to hosts that were set with a fresh proof.',
  'links.allowPrompts': 'Lets a page ask phones again; it pays into the shop’s own account.',
  'links.create': 'Makes a page that pays into the shop’s own account.',
  'links.end': 'Ends a page, which can be opened again.',
  'links.reopen': 'Opens a page that pays into the shop’s own account.',
  'links.receipt': 'Gives a receipt an address, with what every member reads.',
  'members.leave': 'Only gives up one’s own access.',
  'orders.cancel': 'Takes one’s own request back: nothing happens.',
  'orders.reject': 'Stops a request: nothing happens.',
  'organizations.renameApplication': 'Changes a name, and no access.',
  'payments.ask': 'Asks the provider a question that moves nothing.',
  'reconciliation.import': 'Adds what the provider says, and changes no money.',
  'reconciliation.match': 'Compares what is there.',
  'reconciliation.permitUpload': 'Asks whether a file may be sent.',
  'reconciliation.preview': 'Reads a file and keeps nothing.',
  'reviews.addNote': 'Writes a note.',
  'reviews.askAgain': 'Asks the provider a question that moves nothing.',
  'reviews.assign': 'Says who looks at a review.',
  'reviews.clear': 'Closes a review with a note, and changes no money.',
  'views.delete': 'Deletes a saved filter.',
  'views.rename': 'Renames a saved filter.',
  'views.save': 'Saves a filter.',
};

describe('every change', () => {
  it('needs a fresh proof of identity, or a reviewer has said why it does not', () => {
    const judged = [...Object.keys(proved), ...Object.keys(unproved)].sort();
    expect(mutations.map(({ path }) => path).sort()).toEqual(judged);
  });

  it('needs it where the table says so', () => {
    const declared = mutations.map(({ path, meta }) => [path, meta?.reauthentication] as const);
    const expected = mutations.map(({ path }) => [path, proved[path]] as const);
    expect(declared).toEqual(expected);
  });

  it('without it has a reason', () => {
    expect(Object.values(unproved).filter((reason) => reason.length < 10)).toEqual([]);
  });
});
