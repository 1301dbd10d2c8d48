-- Look-ups of search positions. `looked_up_at` is when a rank source was last asked for a keyword, whatever came of it; null for never.
-- A keyword is tracked once by the hashes of its texts: they may be longer than an index entry (2.7 kB).

alter table tracked_keywords add column looked_up_at timestamptz;
alter table tracked_keywords drop constraint tracked_keywords_account_id_keyword_target_url_key;
create unique index tracked_keywords_once
  on tracked_keywords (account_id, hashtextextended(keyword, 0), hashtextextended(target_url, 0));
