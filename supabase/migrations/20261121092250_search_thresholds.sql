-- Every number that decides how a search runs. None of them changes which rows are found, or their order.
-- The measurements are milliseconds or microseconds of processor time, in 1,000,000 prompts of 10,000 people
-- (npm run bench -- --scale 1000000). docs/search.md has the strategies and its glossary the terms.

create function private.search_thresholds(
  out indexed_partition_size integer,
  out max_unindexed_prompts integer,
  out max_containing_words integer,
  out max_typo_words integer,
  out max_ranked_ids integer,
  out max_matching_ids integer,
  out max_repeated_condition_length integer,
  out min_scan_matches_by_time integer,
  out min_scan_matches_by_score integer,
  out extra_scan_matches_for_typo integer,
  out scan_rows_per_page_row integer,
  out scan_growth integer,
  out min_scan_yield double precision,
  out max_feed_ids integer,
  out min_matches_for_rarest_word integer,
  out max_rarest_word_ratio integer,
  out max_rarest_typo_ids integer,
  out max_scan_rows_per_id integer,
  out id_scan_growth integer
)
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  -- Building a partition's word list.

  -- Scanning the texts of 300 prompts costs 2.4 ms (8 µs a text), as much as a lookup in a word list.
  indexed_partition_size := 300;
  -- Every unindexed prompt's text is scanned, 8 µs each. From 1,000 on, scanning for a full page is cheaper.
  max_unindexed_prompts := 1000;

  -- Looking up words in a word list.

  -- One or two letters are in thousands of words. So many prompts have one of 300 words that a scan fills a page.
  max_containing_words := 300;
  -- A typo in a longer word resembles fewer than 500 words. Raised from 100: one key at a time, the index takes
  -- a tenth of the time that it takes for all keys at once.
  max_typo_words := 500;

  -- search_prompts.

  -- Reading and ranking 350 texts costs as much as scanning a library of 10,000 for a page. At 700, the slowest
  -- common words took 18 instead of 14 ms.
  max_ranked_ids := 350;
  -- Selecting an id costs 1 µs and skipping a row of the index 0.14 µs, against 8 µs for a text. Words of more
  -- prompts fill a page from few texts.
  max_matching_ids := 1000;
  -- A condition on up to some 25 keys. With more, the index checks each prompt for each of the keys, twice.
  max_repeated_condition_length := 600;

  -- community_feed: scanning in index order.

  -- Rows that are adjacent by time lie in the same pages, and those adjacent by score don't: a scanned row costs
  -- twice as much there.
  min_scan_matches_by_time := 4000;
  min_scan_matches_by_score := 8000;
  -- A text takes about twice as long to search for the typo of a single word.
  extra_scan_matches_for_typo := 4000;
  -- Words cluster, so the first scan reads three times as many rows as a page needs at average density.
  scan_rows_per_page_row := 3;
  -- A scan that filled less than a quarter of the page stops. Otherwise the next one reads four times as many rows.
  min_scan_yield := 0.25;
  scan_growth := 4;

  -- community_feed: selecting ids.

  -- 20,000 ids cost some 20 ms, as much as scanning the order for a rarer word.
  max_feed_ids := 20000;
  -- Of several words the rarest one suffices where a tenth of its prompts have all of them: the texts of ten prompts
  -- cost less than the intersection of long lists.
  min_matches_for_rarest_word := 1000;
  max_rarest_word_ratio := 10;
  -- Statistics overestimate the many rare words that resemble a typo.
  max_rarest_typo_ids := 12000;
  -- A row of the order's index costs 0.1 µs, and the lookup of an id 4 µs.
  max_scan_rows_per_id := 40;
  id_scan_growth := 8;
end
$$;
comment on function private.search_thresholds() is 'The thresholds of search, each with the measurement that set it.';
revoke all on function private.search_thresholds() from public;
grant execute on function private.search_thresholds() to cuebook_search;
