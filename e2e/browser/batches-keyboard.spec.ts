import type { Page } from '@playwright/test';
import { setPolicy } from '@tillgate/domain/orders';
import { conditionMs } from '../support/patience.ts';
import { type Keyboard, keyboardOf } from './support/keyboard.ts';
import { expect, expectNoSeriousAxe, test } from './support/test.ts';

/** Three rows that can be paid, one of them twice, and one that cannot. */
const payroll = [
  'Phone,Amount,Name,Reference',
  '0712345601,1500,Amina Wanjiru,EMP-1',
  '0712345602,2500,John Otieno,EMP-2',
  '0712,1000,Peter Kamau,EMP-4',
  '0712345602,2500,John Otieno,EMP-6',
].join('\n');

const texts = {
  en: {
    open: 'New batch',
    check: 'Check the list',
    needsList: 'Choose a file, or paste the lines.',
    file: 'Choose a CSV or Excel file',
    name: 'Name',
    refused: '1 row is refused',
    twice: '2 rows may be paid twice',
    showRows: 'Show rows',
    show: 'Show',
    rows: 'Rows',
    unreadable: '“0712” is not a Kenyan mobile number.',
    send: 'Send the batch',
    sum: 'KES 6,500 in 3 payouts',
    looked: 'I looked at the warnings of 2 rows',
    goodOnly: 'Leave out 1 refused row',
    submit: 'Send',
    waiting: 'Waiting for another person to approve',
    close: 'Close',
    another: 'Another person has to approve this batch',
    order: 'Pay a batch of KES 6,500',
    pay: 'Pay row 5',
    less: 'KES 4,000 in 2 payouts',
    approve: 'Approve',
    total: 'Type the total in KES to confirm',
    over: 'Every row has its final result.',
    paid: 'Paid',
    ofPaid: 'Paid',
    left: 'The approver left this row out.',
    again: 'Use again',
    newName: 'Name of the new batch',
    make: 'Make the batch',
  },
  sw: {
    open: 'Orodha mpya',
    check: 'Kagua orodha',
    needsList: 'Chagua faili, au bandika mistari.',
    file: 'Chagua faili la CSV au Excel',
    name: 'Jina',
    refused: 'Mstari 1 umekataliwa',
    twice: 'Mistari 2 inaweza kulipwa mara mbili',
    showRows: 'Onyesha mistari',
    show: 'Onyesha',
    rows: 'Mistari',
    unreadable: '“0712” si nambari ya simu ya Kenya.',
    send: 'Tuma orodha',
    sum: 'KES 6,500 kwa malipo 3',
    looked: 'Nimeangalia maonyo ya mistari 2',
    goodOnly: 'Acha mstari 1 uliokataliwa',
    submit: 'Tuma',
    waiting: 'Inasubiri mtu mwingine aidhinishe',
    close: 'Funga',
    another: 'Mtu mwingine lazima aidhinishe orodha hii',
    order: 'Lipa orodha ya KES 6,500',
    pay: 'Lipa mstari wa 5',
    less: 'KES 4,000 kwa malipo 2',
    approve: 'Idhinisha',
    total: 'Andika jumla kwa KES ili kuthibitisha',
    over: 'Kila mstari una matokeo yake ya mwisho.',
    paid: 'Umelipwa',
    ofPaid: 'Iliyolipwa',
    left: 'Mwidhinishaji aliacha mstari huu.',
    again: 'Tumia tena',
    newName: 'Jina la orodha mpya',
    make: 'Tengeneza orodha',
  },
} as const;

type Walk = { page: Page; keys: Keyboard; says: (typeof texts)[keyof typeof texts] };

const buttonOf = ({ page }: Walk, name: string) => page.getByRole('button', { name, exact: true });

/** A list is chosen and named; before that, the form says what is missing. */
async function upload({ page, keys, says }: Walk): Promise<void> {
  await keys.press(page.getByRole('link', { name: says.open }).first());
  const check = page.getByRole('button', { name: says.check });
  await expect(check).toBeVisible();
  await keys.expectFocus();
  await keys.press(check);
  await expect(page.getByText(says.needsList)).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await keys.press(page.getByLabel(says.file), { by: 'Shift+Tab' });
  await (await chooser).setFiles({ name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from(payroll) });
  await expect(page.getByText('november.csv', { exact: false })).toBeVisible();
  await keys.type(page.getByLabel(says.name, { exact: true }), 'November');
  await keys.press(check);
  await expect(page.getByRole('heading', { level: 1, name: 'November' })).toBeVisible();
}

/** What was found is looked at, accepted and sent off. */
async function sendOff(walk: Walk): Promise<void> {
  const { page, keys, says } = walk;
  await expect(page.getByText(says.refused)).toBeVisible({ timeout: conditionMs });
  await expect(page.getByText(says.twice)).toBeVisible();
  await keys.expectFocus();
  await keys.press(buttonOf(walk, says.showRows).last());
  const rows = page.getByRole('table', { name: says.rows });
  await expect(rows.getByRole('row')).toHaveCount(2);
  await expect(rows).toContainText(says.unreadable);
  await expect(page.getByRole('combobox', { name: says.show })).toBeFocused();

  await keys.press(buttonOf(walk, says.send), { by: 'Shift+Tab' });
  const sending = page.getByRole('alertdialog');
  await expect(sending).toContainText(says.sum);
  await keys.press(sending.getByLabel(says.looked), { key: 'Space' });
  await keys.press(sending.getByLabel(says.goodOnly), { key: 'Space' });
  await expectNoSeriousAxe(page);
  await keys.press(buttonOf(walk, says.submit));
  await expect(page.getByText(says.waiting)).toBeVisible();
  await keys.press(page.getByRole('dialog').getByRole('button', { name: says.close }).first());
  await expect(page.getByText(says.another)).toBeVisible();
  await expect(buttonOf(walk, says.send)).toHaveCount(0);
  await keys.expectFocus();
}

/** Another person leaves a row out and types the total of the others. */
async function approve(walk: Walk): Promise<void> {
  const { page, keys, says } = walk;
  await keys.press(page.getByRole('link', { name: says.order }));
  await expect(page.getByText(says.sum)).toBeVisible();
  await keys.expectFocus();
  await keys.press(page.getByLabel(says.pay), { key: 'Space' });
  await expect(page.getByText(says.less)).toBeVisible();
  await keys.press(buttonOf(walk, says.approve), { by: 'Shift+Tab' });
  const total = page.getByRole('alertdialog').getByLabel(says.total);
  await keys.type(total, '6,500');
  await expect(buttonOf(walk, says.approve)).toBeDisabled();
  await keys.type(total, '4,000');
  await keys.press(buttonOf(walk, says.approve));
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await keys.expectFocus();
}

/** What became of the rows is read, and the batch is used again. */
async function readResults(walk: Walk): Promise<void> {
  const { page, keys, says } = walk;
  await expect(page.getByText(says.over)).toBeVisible({ timeout: 3 * conditionMs });
  await keys.expectFocus();
  const rows = page.getByRole('table', { name: says.rows });
  await expect(rows.getByText(says.paid, { exact: true })).toHaveCount(2);
  await expect(rows).toContainText(says.left);
  const show = page.getByRole('combobox', { name: says.show });
  await keys.press(show, { key: 'Space' });
  await keys.press(page.getByRole('option', { name: says.ofPaid, exact: true }), { by: 'ArrowDown' });
  await expect(show).toHaveValue('paid');
  await expect(show).toBeFocused();
  await expect(rows.getByRole('row')).toHaveCount(3);
  await keys.press(buttonOf(walk, says.again), { by: 'Shift+Tab' });
  await keys.type(page.getByLabel(says.newName), 'December');
  await keys.press(buttonOf(walk, says.make));
  await expect(page.getByRole('heading', { level: 1, name: 'December' })).toBeVisible();
  await expect(buttonOf(walk, says.send)).toBeVisible();
  await keys.expectFocus();
}

for (const [width, language] of [
  [390, 'sw'],
  [1440, 'en'],
] as const) {
  test(`a payroll is uploaded, sent, approved and read by keyboard alone, at ${width} px in ${language}`, async ({
    baseURL,
    mint,
    pageOf,
  }) => {
    const shop = await mint({ roles: ['finance'] });
    await setPolicy({ ...shop.as(), actor: 'operator' }, { batchFrom: 1 });
    const open = async (person: Parameters<typeof pageOf>[0], path: string): Promise<Walk> => {
      const page = await pageOf(person);
      await page.setViewportSize({ width, height: 844 });
      await page.context().addCookies([{ name: 'tillgate-locale', value: language, url: String(baseURL) }]);
      await page.goto(shop.at(path));
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      return { page, keys: keyboardOf(page), says: texts[language] };
    };
    const sender = await open(shop.person('finance'), 'batches');
    await upload(sender);
    await sendOff(sender);
    const approver = await open(shop.owner, 'approvals');
    await approve(approver);
    await readResults(approver);
  });
}
