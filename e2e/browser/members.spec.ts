import type { Browser, Page } from '@playwright/test';
import { expect, expectNoSeriousAxe, type Shop, test, themes } from './support/test.ts';

const newAddress = () => `${crypto.randomUUID()}@shop.example`;

type Profile = { browser: Browser; baseURL: string | undefined };

/** Somebody's browser that is not signed in. */
async function strangerPage({ browser, baseURL }: Profile): Promise<Page> {
  return (await browser.newContext({ baseURL })).newPage();
}

async function invite(page: Page, shop: Shop, email: string, role: string): Promise<void> {
  await page.goto(shop.at('settings/members'));
  await page.getByRole('button', { name: 'Invite a member' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a member' });
  await dialog.getByLabel('Email address').fill(email);
  await dialog.getByText(role, { exact: true }).click();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('table', { name: 'Open invitations' }).getByText(email)).toBeVisible();
}

async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('somebody is invited, joins, gets another role, and is removed: each counts with their next click', async ({
  mint,
  pageOf,
  mailTo,
  browser,
  baseURL,
}) => {
  const shop = await mint();
  const owner = await pageOf(shop.owner);
  const email = newAddress();
  await invite(owner, shop, email, 'Support');
  const { links } = await mailTo(email, { subject: /invited/ });

  const bob = await strangerPage({ browser, baseURL });
  await bob.goto(links[0] ?? '');
  await expect(bob.getByText(`${email} is invited to join as support.`)).toBeVisible();
  await expectNoSeriousAxe(bob);
  await bob.getByLabel('Your name').fill('Bob Barasa');
  await bob.getByLabel('Choose a password').fill('password of Bob');
  await bob.getByRole('button', { name: 'Create account and join' }).click();
  await expect(bob).toHaveURL(shop.at(''));
  const refused = await bob.goto(shop.at('settings/members'));
  expect(refused?.status()).toBe(403);

  await owner.goto(shop.at('settings/members'));
  await act(owner, 'Bob Barasa', 'Change role');
  const dialog = owner.getByRole('dialog', { name: 'Change the role of Bob Barasa' });
  await dialog.getByText('Admin', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await expect(owner.getByRole('row', { name: /Bob Barasa/ }).getByText('Admin')).toBeVisible();
  const permitted = await bob.goto(shop.at('settings/members'));
  expect(permitted?.status()).toBe(200);
  await expect(bob.getByRole('button', { name: 'Invite a member' })).toBeVisible();

  await act(owner, 'Bob Barasa', 'Remove');
  const confirm = owner.getByRole('alertdialog', { name: 'Remove Bob Barasa?' });
  await expect(confirm.getByRole('button', { name: 'Remove member' })).toBeDisabled();
  await confirm.getByLabel(`Type ${email} to confirm`).fill(email);
  await confirm.getByRole('button', { name: 'Remove member' }).click();
  // While it is open, the table behind it is hidden from everybody's tools, and from ours.
  await expect(confirm).toBeHidden();
  await expect(owner.getByRole('row', { name: /Bob Barasa/ })).toHaveCount(0);
  const gone = await bob.goto(shop.at('payments'));
  expect(gone?.status()).toBe(404);
  await expect(bob.getByRole('heading', { name: 'You are no longer a member' })).toBeVisible();
  await expect(bob.getByText(/ask an owner of .+ to invite you again/)).toBeVisible();
  await expectNoSeriousAxe(bob);
  await bob.getByRole('link', { name: 'Go to your other applications' }).click();
  await expect(bob.getByText('You are not a member of any organization.')).toBeVisible();
  await bob.context().close();
});

test('a page that is open while its reader is removed says so with the next click', async ({
  mint,
  pageOf,
  tolerate,
}) => {
  tolerate(/status of 404/);
  const shop = await mint({ roles: ['support'] });
  const { email } = shop.person('support');
  const theirs = await pageOf(shop.person('support'));
  await theirs.goto(shop.at('payments'));
  await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible();
  const owner = await pageOf(shop.owner);
  await owner.goto(shop.at('settings/members'));
  await act(owner, email, 'Remove');
  const confirm = owner.getByRole('alertdialog');
  await confirm.getByLabel(`Type ${email} to confirm`).fill(email);
  await confirm.getByRole('button', { name: 'Remove member' }).click();
  await expect(confirm).toBeHidden();
  await theirs.getByRole('link', { name: 'Reviews' }).first().click();
  await expect(theirs.getByRole('heading', { name: 'You are no longer a member' })).toBeVisible();
});

test('a stranger reads nothing but that there is no such page, whether it exists or not', async ({
  mint,
  pageOf,
  tolerate,
}) => {
  tolerate(/status of 404/);
  const [shop, other] = [await mint(), await mint()];
  const stranger = await pageOf(other.owner);
  const textOf = async (path: string) => {
    expect((await stranger.goto(path))?.status()).toBe(404);
    await expect(stranger.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    return stranger.getByRole('main').innerText();
  };
  const nowhere = `/a/${crypto.randomUUID()}/sandbox/payments`;
  expect(await textOf(shop.at('payments'))).toBe(await textOf(nowhere));
});

test('who has an account signs in to accept; a stranger with the link of somebody else cannot', async ({
  mint,
  page,
  pageOf,
  mailTo,
}) => {
  const [shop, other] = [await mint(), await mint()];
  await invite(await pageOf(shop.owner), shop, other.owner.email, 'Finance');
  const { links } = await mailTo(other.owner.email, { subject: /invited/ });
  const link = links[0] ?? '';

  const eve = await pageOf((await mint()).owner);
  await eve.goto(link);
  await expect(eve.getByText('this invitation is for someone else.')).toBeVisible();

  await page.goto(link);
  await page.getByRole('link', { name: 'Sign in to accept' }).click();
  await page.getByLabel('Email address').fill(other.owner.email);
  await page.getByLabel('Password', { exact: true }).fill(other.owner.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: /^Join / }).click();
  await expect(page).toHaveURL(/\/a\//);
  await page.goto(shop.at('payouts'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto(link);
  await expect(page.getByText('It was already accepted.')).toBeVisible();
});

test('an invitation is sent again under a new link, and revoked', async ({ mint, page, pageOf, mailTo }) => {
  const shop = await mint();
  const owner = await pageOf(shop.owner);
  const email = newAddress();
  await invite(owner, shop, email, 'Developer');
  const first = (await mailTo(email)).links[0] ?? '';
  await owner.getByRole('button', { name: `Send the invitation to ${email} again` }).click();
  await expect(owner.getByText(/was sent again/)).toBeVisible();
  const second = (await mailTo(email)).links[0] ?? '';
  await page.goto(first);
  await expect(page.getByText(/we sent you a newer one/)).toBeVisible();
  await page.goto(second);
  await expect(page.getByLabel('Your name')).toBeVisible();
  await owner.getByRole('button', { name: `Revoke the invitation for ${email}` }).click();
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(owner.getByText('No open invitations')).toBeVisible();
  await page.goto(second);
  await expect(page.getByText(/It was revoked/)).toBeVisible();
});

test('support, who may not see the members, leaves from the account page', async ({ mint, pageOf, tolerate }) => {
  tolerate(/status of 404/);
  const shop = await mint({ roles: ['support'] });
  const page = await pageOf(shop.person('support'));
  await page.goto('/account');
  await page.getByRole('button', { name: /^Leave / }).click();
  const dialog = page.getByRole('alertdialog');
  const phrase = dialog.getByLabel(/^Type .* to confirm$/);
  const name = (await dialog.getByRole('heading').innerText()).replace(/^Leave /, '').replace(/\?$/, '');
  await phrase.fill(name);
  await dialog.getByRole('button', { name: 'Leave organization' }).click();
  await expect(page.getByText('You are not a member of any organization.')).toBeVisible();
  await page.goto('/');
  await expect(page.getByText(/tillgate app create --name "My shop" --owner/)).toBeVisible();
  expect((await page.goto(shop.at('')))?.status()).toBe(404);
});

test('the last owner cannot leave, and is told why', async ({ mint, pageOf, tolerate }) => {
  tolerate(/status of 403/);
  const shop = await mint({ roles: ['admin'] });
  const page = await pageOf(shop.owner);
  await page.goto(shop.at('settings/members'));
  await act(page, 'Olive Owner', 'Leave organization');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel(/^Type .* to confirm$/).fill(shop.owner.email);
  await dialog.getByRole('button', { name: 'Leave organization' }).click();
  await expect(dialog.getByText('An organization needs an owner.')).toBeVisible();
});

test('an admin has no power over owners', async ({ mint, pageOf }) => {
  const shop = await mint({ roles: ['admin', 'support'] });
  const page = await pageOf(shop.person('admin'));
  await page.goto(shop.at('settings/members'));
  await expect(page.getByRole('row', { name: /Olive Owner/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Actions for Olive Owner' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Invite a member' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio', { name: /^Admin/ })).toBeVisible();
  await expect(dialog.getByRole('radio', { name: /^Owner/ })).toHaveCount(0);
});

for (const colorScheme of themes) {
  test(`the members and their dialogs are without serious findings of axe (${colorScheme})`, async ({
    mint,
    pageOf,
  }) => {
    const shop = await mint({ roles: ['admin', 'developer', 'finance', 'support'] });
    const page = await pageOf(shop.owner);
    await page.emulateMedia({ colorScheme });
    await invite(page, shop, newAddress(), 'Finance');
    await expectNoSeriousAxe(page);
    await act(page, shop.person('finance').email, 'Change role');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoSeriousAxe(page);
  });
}

test('who removes a member decides about the keys that they made, and sees what was withdrawn', async ({
  mint,
  pageOf,
}) => {
  const shop = await mint({ roles: ['admin'] });
  const admin = shop.person('admin');
  const planted = newAddress();
  const theirs = await pageOf(admin);
  await invite(theirs, shop, planted, 'Admin');
  await theirs.goto(shop.at('developers/keys'));
  await theirs.getByRole('button', { name: 'Create key' }).first().click();
  const create = theirs.getByRole('dialog');
  await create.getByLabel('Name').fill('Back door');
  await create.getByRole('button', { name: 'Create key' }).click();
  await expect(create.getByText(/mp_test_/).first()).toBeVisible();

  const owner = await pageOf(shop.owner);
  await owner.goto(shop.at('settings/members'));
  await act(owner, admin.email, 'Remove');
  const confirm = owner.getByRole('alertdialog');
  await confirm.getByLabel(`Type ${admin.email} to confirm`).fill(admin.email);
  await expect(confirm.getByText(/Back door/)).toBeVisible();
  const remove = confirm.getByRole('button', { name: 'Remove member' });
  await expect(remove).toBeDisabled();
  await expectNoSeriousAxe(owner);
  await confirm.getByText('Revoke them now').click();
  await remove.click();
  const outcome = owner.getByRole('dialog', { name: 'Access that ended' });
  await expect(outcome.getByText(planted)).toBeVisible();
  await expect(outcome.getByText('1 API key they created was revoked.')).toBeVisible();
  await outcome.getByRole('button', { name: 'Done' }).click();
  await expect(owner.getByText('No open invitations')).toBeVisible();
});

test('an owner signs a member out of all browsers', async ({ mint, pageOf, tolerate }) => {
  tolerate(/status of 401/);
  const shop = await mint({ roles: ['support'] });
  const support = shop.person('support');
  const theirs = await pageOf(support);
  await theirs.goto(shop.at('payments'));
  const owner = await pageOf(shop.owner);
  await owner.goto(shop.at('settings/members'));
  await act(owner, support.email, 'Sign out everywhere');
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(owner.getByText(/was signed out of 1 browser/)).toBeVisible();
  // The page looks for news, so at this moment it may leave for the sign-in by itself.
  await Promise.allSettled([theirs.goto(shop.at('payments'))]);
  await expect(theirs).toHaveURL(/\/sign-in/);
});
