import { english, type Words } from './english.ts';
import { resultsSwahili } from './results-swahili.ts';

function wait(seconds: number): string {
  if (seconds <= 120) return `sekunde ${seconds}`;
  return seconds <= 90 * 60 ? `dakika ${Math.ceil(seconds / 60)}` : `saa ${Math.ceil(seconds / 3600)}`;
}

export const swahili: Words = {
  other: 'English',
  wait,
  kes: english.kes,
  place: { paybill: (number) => `Paybill ${number}`, till: (number) => `Till ${number}` },
  or: ' au ',
  sandbox: 'Ukurasa wa majaribio: si pesa halisi.',
  footer: {
    pin: (networks) => `${networks} huomba PIN yako kwenye simu yako. Usiiandike kamwe kwenye ukurasa.`,
    report: 'Ripoti ukurasa huu',
    reportSubject: (merchant) => `Ukurasa wa malipo wa ${merchant}`,
    reportBody: 'Nakili anwani ya ukurasa hapa, na useme tatizo lake:',
  },
  form: {
    payTo: (merchant, place) => `Lipa ${merchant} (${place})`,
    received: (paid, asked) => `${paid} kati ya ${asked} imepokelewa. Unalipa iliyobaki.`,
    held: (amount: string) => `Malipo ya ${amount} yamefika. Tunahakikisha ni ya malipo gani. Usilipe tena.`,
    expires: 'Lipa kabla ya',
    amount: 'Kiasi kwa KES',
    amountHint: (min, max) => `Kuanzia ${min} hadi ${max}, shilingi kamili.`,
    amountChoose: 'Kiasi',
    otherAmount: 'Kiasi kingine',
    phone: (networks) => `Nambari ya simu ya ${networks}`,
    phoneHint: (sample) => `Kama ${sample}. Simu hii itapokea ombi.`,
    phoneKnownHint: 'Nambari hii imejazwa kwa ajili yako. Kutumia simu nyingine, andika nambari yake.',
    optional: 'si lazima',
    choose: 'Chagua',
    will: (networks, phone, amount, to) =>
      `${networks} itaomba kwenye simu ${phone} kulipa ${amount} kwa ${to}. Unathibitisha kwa PIN yako huko.`,
    willTyped: (networks, amount, to) =>
      `${networks} itaomba kwenye simu unayoandika hapa kulipa ${amount} kwa ${to}. Unathibitisha kwa PIN yako huko.`,
    yourAmount: 'kiasi unachochagua',
    pay: (amount) => `Lipa ${amount}`,
    payAny: 'Lipa',
    repeat: (networks) => `Sikupata ujumbe wa ${networks} kwamba nimelipa`,
    repeatHint: 'Angalia ujumbe wako kwanza: huenda malipo ya awali yamefaulu.',
  },
  errors: {
    title: 'Angalia fomu',
    prefix: 'Kosa',
    late: 'Ukurasa huu ulikuwa wazi kwa muda mrefu mno. Angalia unachosema, kisha ubonyeze kitufe tena.',
    busy: (time) =>
      `Watu wengi sana wanalipa kwenye ukurasa huu. Hakuna kilichoombwa kwenye simu yako. Subiri ${time}, kisha ubonyeze kitufe tena.`,
    phone_missing: (networks) => `Andika nambari yako ya simu ya ${networks}.`,
    phone_wrong: (_networks, sample) => `Hii si nambari ya simu ya Kenya. Iandike kama ${sample}.`,
    amount_missing: 'Sema unataka kulipa kiasi gani.',
    amount_whole: 'Andika kiasi kwa shilingi kamili, kama 500.',
    amount_choice: 'Chagua kiasi kimojawapo.',
    amount_low: (amount) => `Lipa ${amount} au zaidi.`,
    amount_high: (amount) => `Lipa ${amount} au pungufu.`,
    amount_changed: (amount) => `Kiasi kimebadilika: sasa ni ${amount}. Bonyeza kitufe kama ni sawa.`,
    answer_missing: 'Jibu hili linahitajika.',
    answer_long: 'Andika herufi 100 zisizozidi.',
    answer_number: 'Andika nambari, kama 12.',
    answer_choice: 'Chagua jibu mojawapo.',
    answer_characters: 'Hii ina herufi zisizoweza kutumika. Iandike tena.',
  },
  menu: {
    title: 'Lipa kwa menyu ya M-PESA',
    step1: 'Kwenye simu yako, fungua M-PESA, kisha Lipa na M-PESA, kisha Pay Bill.',
    step2: 'Andika nambari ya biashara na nambari ya akaunti.',
    step3: 'Andika kiasi, kisha PIN yako.',
    business: 'Nambari ya biashara',
    account: 'Nambari ya akaunti',
    amount: 'Kiasi',
    copy: 'Nakili',
    copied: 'Imenakiliwa',
    ussd: 'Bila menyu, piga *334#.',
    after: 'M-PESA ikithibitisha, ukurasa huu utasema kwamba imelipwa. Usiposema, ufungue tena.',
  },
  ended: {
    paid: { title: 'Imelipwa', text: 'Hakuna kilichobaki kulipwa hapa. Usilipe tena.' },
    ended: {
      title: 'Ukurasa huu umefungwa',
      text: 'Hakuna anayeweza kulipa hapa tena. Kama bado unataka kulipa, iombe biashara kiungo kipya.',
    },
    expired: {
      title: 'Muda wa ukurasa huu umeisha',
      text: 'Muda wa kulipa hapa umepita. Kama bado unataka kulipa, iombe biashara kiungo kipya.',
    },
    unavailable: {
      title: 'Haupatikani',
      text: 'Kwa sasa hakuna anayeweza kulipa kwenye ukurasa huu. Iulize biashara jinsi ya kulipa.',
    },
  },
  spent: {
    text: 'Ukurasa huu umeshatuma maombi yote unayoruhusiwa.',
    menu: 'Lipa kwa menyu ya M-PESA, kama inavyoonyeshwa hapa chini.',
  },
  faults: {
    unknown: { title: 'Hakuna ukurasa kama huu', text: 'Angalia anwani, au umwombe aliyeituma aitume tena.' },
    foreign: {
      title: 'Haikutumwa',
      text: 'Hii haikutoka kwenye ukurasa wetu. Fungua kiungo ulichopata, na ulipe kutoka hapo.',
    },
    unreadable: {
      title: 'Haikutumwa',
      text: 'Hatukuweza kusoma kilichotumwa. Hakuna ombi lililotumwa. Rudi nyuma na ujaribu tena.',
    },
    broken: {
      title: 'Kuna hitilafu',
      text: 'Hili ni kosa letu. Fungua ukurasa tena baada ya dakika moja. Simu yako ikiomba PIN, ombi lako limetumwa.',
    },
    tooMany: {
      title: 'Maombi mengi mno',
      text: (seconds) =>
        `Maombi mengi mno yametoka kwenye mtandao wako. Subiri ${wait(seconds)}, kisha ufungue ukurasa tena.`,
    },
  },
  attempt: {
    asking: {
      title: (networks) => `Tunaomba ${networks}`,
      text: (phone) => `Tunatuma ombi kwenye simu ${phone}. Iweke karibu na uifungue.`,
    },
    check: {
      title: 'Angalia simu yako',
      text: (networks, phone, amount, to) =>
        `Andika PIN yako ya ${networks} kwenye simu ${phone} kulipa ${amount} kwa ${to}.`,
    },
    finding: {
      title: 'Tunatafuta matokeo',
      text: (networks) =>
        `${networks} bado haijasema kama umelipa. Kama uliandika PIN yako, usilipe tena: ukurasa huu utasema matokeo.`,
    },
    paid: { title: 'Imelipwa', text: (amount, to) => `Umelipa ${amount} kwa ${to}.` },
    failed: { title: 'Haijalipwa' },
    refused: { title: 'Hakuna ombi lililotumwa' },
    stale: { title: 'Haikutumwa', text: 'Hakuna ombi lililofika kwenye simu yako, na hujalipa chochote. Jaribu tena.' },
    since: (seconds) => `Ombi lilitumwa sekunde ${seconds} zilizopita.`,
    reference: 'Rejeleo',
    receipt: (network) => `Risiti ya ${network}`,
    amount: 'Kiasi',
    time: 'Saa',
    back: (merchant) => `Rudi kwa ${merchant}`,
    retry: 'Jaribu tena',
    retryIn: (time) => `Unaweza kujaribu tena baada ya ${time}.`,
    toPage: 'Rudi kwenye ukurasa wa malipo',
    later: 'Rudi kwenye ukurasa huu baadaye, au uufungue tena. Hakuna kilichopotea.',
  },
  receipt: {
    title: 'Risiti',
    to: 'Imelipwa kwa',
    what: 'Ya nini',
    phone: 'Imelipwa na',
    noInvoice: 'Hii ni risiti ya malipo, si ankara ya kodi.',
    refunded: 'Malipo haya yamerejeshwa: pesa zilirudi kwa aliyelipa.',
    refundedPart: (amount) => `${amount} kati ya hizi zilirudi kwa aliyelipa.`,
    print: 'Chapisha',
    open: 'Risiti',
  },
  advice: {
    again: 'Unaweza kujaribu tena sasa.',
    phone_on:
      'Acha simu ikiwa imewashwa na kufunguliwa, yenye laini ya Safaricom. Maombi yasipofika kamwe, piga *234# kusasisha laini.',
    phone_on_other: 'Acha simu ikiwa imewashwa na kufunguliwa, yenye laini ya nambari hii.',
    top_up: (networks) => `Ongeza salio la ${networks}, au ulipe kwa simu nyingine.`,
    pin: (networks) => `Jaribu tena kwa PIN sahihi ya ${networks}.`,
    other_open: 'Maliza au funga kwanza kilicho wazi kwenye simu yako.',
    same_amount: 'M-PESA hupokea kiasi kilekile mara ya pili baada ya dakika 2 tu.',
    menu: (networks) =>
      `Angalia ujumbe wako kwanza. Ikiwa ${networks} haikuandika kwamba umelipa, lipa kwa menyu ya M-PESA, kama inavyoonyeshwa hapa chini.`,
    ask: (merchant) => `Iulize ${merchant} jinsi ya kulipa.`,
  },
  refusals: {
    link_ended: 'Ukurasa ulifungwa kabla ya ombi kutumwa. Iombe biashara kiungo kipya.',
    link_paid: 'Hii imeshalipwa. Usilipe tena.',
    link_full: 'Ukurasa umeshapata malipo yote unayopokea.',
    unavailable: 'Biashara haiwezi kupokea malipo hapa kwa sasa. Iulize jinsi ya kulipa.',
    payment_open: 'Kuna malipo ya hii yaliyo njiani. Subiri matokeo yake (kwa kawaida ndani ya dakika 2).',
    amount_changed: 'Kiasi kimebadilika tangu ulipofungua ukurasa. Hakuna kilichoombwa kwenye simu yako.',
    too_soon: 'Ombi lilitumwa kwenye simu hii muda mfupi uliopita.',
    too_many: 'Maombi mengi mno yametumwa. Hii inakulinda dhidi ya maombi ambayo hukuyaomba.',
    stopped: 'Nambari hii ya simu haipokei maombi kutoka kwetu. Tumia simu nyingine.',
    rule: 'Biashara haipokei malipo haya hapa. Jaribu kiasi kidogo zaidi, au iulize biashara jinsi ya kulipa.',
    not_sent: 'Ombi halikupokelewa. Hakuna kilichoombwa kwenye simu yako, na hujalipa chochote.',
  },
  results: resultsSwahili,
};
