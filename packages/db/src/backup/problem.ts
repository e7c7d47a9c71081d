/** Why a backup cannot be made or restored, as a sentence for the operator. */
export class BackupProblem extends Error {
  override readonly name = 'BackupProblem';
}
