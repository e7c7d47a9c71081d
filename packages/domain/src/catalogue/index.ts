export { listCatalogue } from './catalogue.ts';
export { type CodeInPlace, type Decoded, decode, type ProviderApi, titles } from './decode.ts';
export { type CatalogueEntry, type Category, categories, type Family, familiesOf } from './entry.ts';
export { listExplanations } from './explanations.ts';
export { keyOfExplanation } from './key-of-explanation.ts';
export { peopleTitles, titleForPeople, titlesForPeople } from './people-titles.ts';
export { type Party, responsibleFor } from './responsible.ts';
export { wireCode } from './wire-code.ts';
