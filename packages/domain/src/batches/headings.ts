import type { Row } from '../tables/index.ts';
import { type PayoutField, payoutFields } from './payout-row.ts';

/** Headings in English and Swahili, reduced to letters and digits and without a currency. */
const known: Record<PayoutField, readonly string[]> = {
  phone: [
    ...['phone', 'phoneno', 'phonenumber', 'phonenumbers', 'mobile', 'mobileno', 'mobilenumber', 'mobilephone'],
    ...['mobilephonenumber', 'msisdn', 'telephone', 'telephoneno', 'telephonenumber', 'tel', 'telno', 'cellphone'],
    ...['cellphonenumber', 'mpesa', 'mpesano', 'mpesanumber', 'mpesaphone', 'mpesaphonenumber'],
    ...['simu', 'namba', 'nambari', 'nambayasimu', 'nambariyasimu', 'nosimu', 'noyasimu', 'simuyamkononi'],
    ...['nambayampesa', 'nambariyampesa'],
  ],
  amount: [
    ...['amount', 'amounttopay', 'amountpayable', 'payableamount', 'netamount', 'netpay', 'netpayable', 'netsalary'],
    ...['nettopay', 'net', 'salary', 'wage', 'wages', 'pay', 'payment', 'payout'],
    ...['kiasi', 'kiasichakulipa', 'mshahara', 'mshaharahalisi', 'malipo', 'malipohalisi', 'pesa'],
  ],
  name: [
    ...['name', 'names', 'fullname', 'fullnames', 'employeename', 'staffname', 'payee', 'payeename', 'recipient'],
    ...['recipientname', 'beneficiary', 'beneficiaryname'],
    ...['jina', 'majina', 'jinakamili', 'majinakamili', 'jinalamfanyakazi', 'mpokeaji', 'jinalampokeaji'],
  ],
  reference: [
    ...['reference', 'ref', 'refno', 'referenceno', 'referencenumber', 'employee', 'employeeid', 'employeeno'],
    ...['employeenumber', 'employeecode', 'empid', 'empno', 'empcode', 'staff', 'staffid', 'staffno', 'staffnumber'],
    ...['payrollno', 'payrollnumber', 'pfno', 'pfnumber', 'memberid', 'memberno', 'membernumber', 'id'],
    ...['kumbukumbu', 'rejea', 'nambayakumbukumbu', 'nambayamfanyakazi', 'nambariyamfanyakazi'],
  ],
  remarks: ['remarks', 'remark', 'comment', 'comments', 'note', 'notes', 'narration', 'maelezo', 'maoni'],
  occasion: ['occasion', 'tukio'],
};
const fieldOf = new Map(payoutFields.flatMap((field) => known[field].map((heading) => [heading, field] as const)));

/** `Amount (KES)`. */
const currency = /(?:kshs?|kes|shs?)$/;

function fieldOfHeading(text: string): PayoutField | undefined {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return fieldOf.get(plain) ?? fieldOf.get(plain.replace(currency, ''));
}

/** The columns whose heading in a row fits a field, by field. */
type Headings = Partial<Record<PayoutField, number[]>>;

/** Reads a row as headings. Pure. */
export function headingsOf({ cells }: Pick<Row, 'cells'>): Headings {
  const headings: Headings = {};
  for (const [column, text] of cells.entries()) {
    const field = fieldOfHeading(text);
    if (field !== undefined) headings[field] = [...(headings[field] ?? []), column];
  }
  return headings;
}
