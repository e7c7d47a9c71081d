/**
 * What a result means to the payer, by the sentence of the catalogue: codes of several networks share sentences. They leave out
 * how to try again, because the page says that beside them.
 */
export const resultsSwahili: Record<string, string> = {
  'Thank you. We have received your payment.': 'Asante. Tumepokea malipo yako.',
  'Your balance is too low for this payment. Please top up and try again.': 'Salio lako halitoshi kwa malipo haya.',
  'The amount is too small. You were not charged.': 'Kiasi ni kidogo mno. Hujatozwa.',
  'The amount is too large for one payment. You were not charged.':
    'Kiasi ni kikubwa mno kwa malipo mamoja. Hujatozwa.',
  'You have reached your daily limit. Please try a smaller amount, or try again tomorrow.':
    'Umefikia kikomo chako cha siku. Tafadhali jaribu kiasi kidogo zaidi, au kesho.',
  'The payment network could not take this payment just now. Please wait a few minutes.':
    'Mtandao wa malipo haukuweza kupokea malipo haya sasa. Tafadhali subiri dakika chache.',
  'The payment network is busy. Please wait a few minutes before you try again.':
    'Mtandao wa malipo una shughuli nyingi. Tafadhali subiri dakika chache kabla ya kujaribu tena.',
  'Another payment is in progress on your phone. Please finish or dismiss it, and wait a moment before you try again.':
    'Kuna malipo mengine yanayoendelea kwenye simu yako.',
  'The payment request expired and you were not charged. Please try again.':
    'Muda wa ombi la malipo umeisha na hujatozwa.',
  'We could not send the payment request to your phone. Please wait a moment.':
    'Hatukuweza kutuma ombi la malipo kwenye simu yako. Tafadhali subiri kidogo.',
  'You cancelled the payment and were not charged. You can try again when you are ready.':
    'Umeghairi malipo na hujatozwa.',
  'We got no answer from your phone and you were not charged. Please check that it is on and has signal, then try again.':
    'Simu yako haikujibu na hujatozwa.',
  'The PIN was not correct and you were not charged. Please try again.': 'PIN haikuwa sahihi na hujatozwa.',
  'This payment is above the limit of your account. Please try a smaller amount.':
    'Malipo haya yanazidi kikomo cha akaunti yako. Tafadhali jaribu kiasi kidogo zaidi.',
  'This business cannot take the payment just now. You were not charged.':
    'Biashara hii haiwezi kupokea malipo kwa sasa. Hujatozwa.',
  'Please enter your PIN in the payment request on your phone.':
    'Tafadhali weka PIN yako kwenye ombi la malipo kwenye simu yako.',
  'Your PIN is locked. Please contact your payment network’s customer care.':
    'PIN yako imefungwa. Tafadhali wasiliana na huduma kwa wateja ya Safaricom.',
  'The payment request did not reach your phone. Please wait a moment.':
    'Ombi la malipo halikufika kwenye simu yako. Tafadhali subiri kidogo.',
  'Your payment is still being processed. Please look for the payment request on your phone.':
    'Malipo yako bado yanashughulikiwa. Tafadhali angalia ombi la malipo kwenye simu yako.',
  'We received no confirmation of your payment. If money left your account, please contact the business before you pay again.':
    'Hatukupokea uthibitisho wa malipo yako. Ikiwa pesa zilitoka kwenye akaunti yako, tafadhali wasiliana na biashara kabla ya kulipa tena.',
  'The payment did not go through. Please contact the business before you try again.':
    'Malipo hayakufaulu. Tafadhali wasiliana na biashara kabla ya kujaribu tena.',
  'Your request is still being processed. Please wait before you try again.':
    'Ombi lako bado linashughulikiwa. Tafadhali subiri kabla ya kujaribu tena.',
  'This amount cannot be paid. You were not charged.': 'Kiasi hiki hakiwezi kulipwa. Hujatozwa.',
  'The payment was declined and you were not charged. If you still want to pay, please tell the business.':
    'Malipo yamekataliwa na hujatozwa. Ukitaka bado kulipa, tafadhali iambie biashara.',
  'This phone number cannot be used for the payment. You were not charged.':
    'Nambari hii ya simu haiwezi kutumika kwa malipo haya. Hujatozwa.',
  'This business cannot complete the request just now.': 'Biashara hii haiwezi kukamilisha ombi hili kwa sasa.',
  'The payment network could not complete this just now. Please wait a few minutes.':
    'Mtandao wa malipo haukuweza kukamilisha ombi hili kwa sasa. Tafadhali subiri dakika chache.',
  'The phone number does not look right. Please check it and try again.':
    'Nambari ya simu si sahihi. Tafadhali iangalie.',
  'Your request is already being processed.': 'Ombi lako tayari linashughulikiwa.',
  'This business cannot take the payment just now. Please try again in a moment.':
    'Biashara hii haiwezi kupokea malipo kwa sasa. Tafadhali subiri kidogo.',
  'The payment could not be completed. Please contact the business before you try again.':
    'Malipo hayakukamilika. Tafadhali wasiliana na biashara kabla ya kujaribu tena.',
};
