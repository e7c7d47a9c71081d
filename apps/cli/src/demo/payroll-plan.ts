/** Somebody on the payroll of the demo. Numbers are those of nobody. */
type Employee = { reference: string; name: string; told: string; phone: string; amount: number };

/** Who is paid every month, as the list and the network name them. */
export const staff: readonly Employee[] = [
  { reference: 'EMP-01', name: 'Achieng Otieno', told: 'ACHIENG ATIENO OTIENO', phone: '0790000101', amount: 38_500 },
  { reference: 'EMP-02', name: 'Kamau Njoroge', told: 'KAMAU NJOROGE MWANGI', phone: '0790000102', amount: 41_200 },
  { reference: 'EMP-03', name: 'Wanjiru Mwangi', told: 'WANJIRU MWANGI', phone: '0790000103', amount: 35_750 },
  { reference: 'EMP-04', name: 'Otieno Ouma', told: 'OTIENO OUMA', phone: '0790000104', amount: 29_900 },
  { reference: 'EMP-05', name: 'Fatuma Hassan', told: 'FATUMA HASSAN ALI', phone: '0790000105', amount: 44_000 },
  { reference: 'EMP-06', name: 'Kiprono Cheruiyot', told: 'KIPRONO CHERUIYOT', phone: '0790000106', amount: 32_300 },
  { reference: 'EMP-07', name: 'Mutua Kilonzo', told: 'MUTUA KILONZO', phone: '0790000107', amount: 27_600 },
  { reference: 'EMP-08', name: 'Nekesa Wafula', told: 'NEKESA WAFULA', phone: '0790000108', amount: 30_150 },
];

const heading = ['Employee No', 'Name', 'Phone', 'Net Pay', 'Remarks'];
const csv = (rows: readonly (readonly string[])[]) => `${rows.map((cells) => cells.join(',')).join('\n')}\n`;
const rowOf = ({ reference, name, phone, amount }: Employee) => [reference, name, phone, String(amount), 'Salary'];

/** The payroll of last month, which was paid. */
export const paidList = csv([heading, ...staff.map(rowOf)]);

type Fault = { employee: Partial<Employee> & { reference: string }; cells?: readonly string[] };

/** What is wrong in the payroll of this month, by the code of what Tillgate says. */
export const faults: readonly (Fault & { code: string })[] = [
  // The number of EMP-03 is another one than last month.
  { code: 'payee_changed', employee: { reference: 'EMP-03', phone: '0790000199' } },
  // The phone is that of EMP-04, and the name is somebody else's.
  {
    code: 'name_different',
    employee: { reference: 'EMP-09', name: 'Brian Kiptoo', phone: '0790000104', amount: 28_000 },
  },
  {
    code: 'reference_twice',
    employee: { reference: 'EMP-05', name: 'Fatuma Hassan', phone: '0790000105', amount: 4_000 },
  },
  { code: 'number_shortened', employee: { reference: 'EMP-06', phone: '2.54790E+11' } },
  { code: 'amount_has_decimals', employee: { reference: 'EMP-07' }, cells: ['27600.50'] },
  { code: 'placeholder', employee: { reference: 'EMP-08', phone: 'N/A' } },
  // Somebody pasted EMP-02 again, under a new number of staff.
  {
    code: 'phone_and_amount_twice',
    employee: { reference: 'EMP-10', name: 'Kamau Njoroge', phone: '0790000102', amount: 41_200 },
  },
  { code: 'total_line', employee: { reference: 'TOTAL' } },
];

/** The payroll of this month, with all of its {@link faults}. */
export const faultyList = csv([heading, ...staff.map(changed), ...added(), ['TOTAL', '', '', '315400', '']]);

function changed(employee: Employee): string[] {
  const fault = faults.find(
    ({ employee: { reference, name } }) => reference === employee.reference && name === undefined,
  );
  const [amount = String(employee.amount)] = fault?.cells ?? [];
  const [reference = '', name = '', phone = '', , remarks = ''] = rowOf({ ...employee, ...fault?.employee });
  return [reference, name, phone, amount, remarks];
}

function added(): string[][] {
  return faults.flatMap(({ employee: { reference, name, phone, amount } }) =>
    name === undefined || phone === undefined || amount === undefined
      ? []
      : [[reference, name, phone, String(amount), 'Salary']],
  );
}
