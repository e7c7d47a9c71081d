export { listCatalogue } from './catalogue.ts';
export { type CodeInPlace, type Decoded, decode, type ProviderApi } from './decode.ts';
export { type CatalogueEntry, type Category, categories, families } from './entry.ts';
export { explanationText, listExplanations } from './explanations.ts';
export { type Party, responsibleFor } from './responsible.ts';
export { wireCode } from './wire-code.ts';
