-- What is ASCII has no accents and one form: most names are, and lists are ordered by them. Without settings of its own
-- the function becomes part of the statement that calls it; what it calls was found when it was made. It answers as before.
create or replace function plain_text(given text) returns text language sql stable parallel safe
  return case when octet_length(given) = length(given) then lower(given collate "C") collate "default"
    else lower(unaccent(lower(normalize(given, nfkc)))) end;
