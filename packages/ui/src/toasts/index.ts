/** Short answers to actions. Load when the first one is to be shown. */
export { Toaster, type ToasterProps, toast } from '../components/toaster.tsx';
