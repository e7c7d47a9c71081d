export { eraseSubject } from './erase-subject.ts';
export { exportSubject, type SubjectRow } from './export-subject.ts';
export { holdSubjects } from './hold-subjects.ts';
export { exceptions } from './kept-columns.ts';
export { erasedPhone } from './subject.ts';
