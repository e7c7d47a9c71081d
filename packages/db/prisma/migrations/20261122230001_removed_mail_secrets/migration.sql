-- Mails that were shown and not sent kept their links. Mails that wait lose theirs once they are sent.
UPDATE "mails" SET "text" = 'The text of this mail was removed because it contained a secret.'
WHERE "has_secret" AND "status" <> 'due';
