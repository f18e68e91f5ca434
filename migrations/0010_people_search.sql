-- Finding people by the beginnings of words of their name, e-mail and phone number, case and accents ignored.
-- Patterns (LIKE) can use no index under row-level security, comparisons can: so the words are kept as rows and a
-- beginning is a range of them. Every row carries the name its person sorts by: a page of matches needs no other table.

create extension if not exists unaccent;

-- Without case and accents, one form for each letter.
create function plain_text(given text) returns text language sql stable parallel safe set search_path = public, pg_temp
  return lower(unaccent(lower(normalize(given, nfkc))));

-- A number as its digits alone.
create function digits_of(given text) returns text language sql immutable parallel safe
  return regexp_replace(given, '[^0-9]', '', 'g');

-- Words end at blanks and punctuation. Letters are whatever is left: how a database sorts does not matter here.
create function words_of(given text) returns setof text language sql stable parallel safe as $$
  select word from regexp_split_to_table(given, '[\s!-/:-@[-`{-~]+') word where word <> ''
$$;

-- All words a person is found by. Names also with their hyphens and apostrophes closed up: obrien, annemarie. A phone
-- number with and without its country code and, marked, backwards, so that its last digits are a beginning too. The
-- whole name, marked by a blank, is the row that lists without a query walk along.
create function people_words_of(full_name text, email text, phone_number text) returns setof text
language sql stable parallel safe as $$
  select ' ' || plain_text(full_name)
  union select words_of(plain_text(full_name))
  union select words_of(regexp_replace(plain_text(full_name), '[''’`-]', '', 'g'))
  union select words_of(split_part(plain_text(email), '@', 1))
  union select plain_text(email) where email <> ''
  union select substr(plain_text(email), strpos(email, '@')) where strpos(email, '@') > 0
  union select digits_of(phone_number) where digits_of(phone_number) <> ''
  union select right(digits_of(phone_number), 10) where digits_of(phone_number) <> ''
  union select '~' || reverse(digits_of(phone_number)) where digits_of(phone_number) <> ''
$$;

-- The ranges of words a query asks for: all its terms must be met, each by any of its ranges. Digits alone, however
-- they are grouped, are one phone number; three or more may also be its last ones.
create function search_ranges(query text) returns table (term integer, since text, until text)
language sql stable parallel safe rows 3 as $$
  with given as (select left(plain_text(query), 200) as text),
  terms as (
    select row_number() over ()::integer as term, word from (
      select digits_of(text) as word from given where text ~ '^[0-9 ()+./-]*[0-9][0-9 ()+./-]*$'
      union
      select word from given, regexp_split_to_table(text, '\s+') part,
        lateral (select part as word where strpos(part, '@') > 0
          union all select words_of(part) where strpos(part, '@') = 0) words
        where text !~ '^[0-9 ()+./-]*[0-9][0-9 ()+./-]*$' and word <> ''
    ) words limit 10
  )
  select term, word, word || chr(1114111) from terms
  union all
  select term, '~' || reverse(word), '~' || reverse(word) || chr(1114111) from terms where word ~ '^[0-9]{3,}$'
$$;

-- Kept by the trigger below and by nothing else: requests may only read it.
create table people_words (
  organization_id uuid not null references organizations on delete cascade,
  role text not null,
  word text collate "C" not null,
  profile_id uuid not null,
  sort_name text collate "C" not null,
  primary key (organization_id, role, word, profile_id) include (sort_name),
  foreign key (organization_id, profile_id) references profiles on delete cascade
);
call protect_by_studio('people_words');
create index people_words_of_profile on people_words (organization_id, profile_id);
grant select on people_words to barre_app;

create function keep_people_words() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$ begin
  if tg_op = 'UPDATE' then
    delete from people_words where organization_id = new.organization_id and profile_id = new.id;
  end if;
  if new.erased_at is null then
    insert into people_words (organization_id, role, word, profile_id, sort_name)
      select new.organization_id, new.role, word, new.id, plain_text(new.full_name)
      from people_words_of(new.full_name, new.email, new.phone_number) word;
  end if;
  return null;
end $$;
create trigger keep_words after insert or update of full_name, email, phone_number, role, erased_at on profiles
  for each row execute function keep_people_words();

-- People who were there before. Whoever migrates acts for no studio, so the tables are opened to their owner for it.
alter table profiles no force row level security;
alter table people_words no force row level security;
insert into people_words (organization_id, role, word, profile_id, sort_name)
  select p.organization_id, p.role, word, p.id, plain_text(p.full_name)
  from profiles p, people_words_of(p.full_name, p.email, p.phone_number) word where p.erased_at is null;
alter table people_words force row level security;
alter table profiles force row level security;
