-- Every number that decides how a search runs. They change neither the rows that are found nor
-- their order.
--
-- Measurements are milliseconds of processor time, on average over 50 words, in 100,000 prompts and
-- a library of 10,000. Each threshold was varied, with all others as they are. docs/search.md
-- explains strategies and terms.

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
  -- Word lists.

  -- Scanning 300 texts takes 2.4 (8 µs each), and a rare word in a library with a word list 2.3.
  indexed_partition_size := 300;
  -- Scanning 1,000 texts takes 8, and a common word in a library 8.7.
  max_unindexed_prompts := 1000;
  -- Two letters in a library, the slowest in twenty: 6.9 with 75 words, 8.1 with 300, 10.1 with
  -- 1,200. In the community: 5.0, 4.1, 4.6.
  max_containing_words := 300;
  -- A mistyped word in a library: 4.6 to 4.9 with 50 to 2,000 words; in the community 4.8 to 5.1.
  max_typo_words := 500;

  -- search_prompts.

  -- A common word: 8.2 with 175 ids, 8.7 with 350, 9.5 with 700, 13.0 with 1,400.
  max_ranked_ids := 350;
  -- Two common words: 8.4 with 500 ids, 8.0 with 1,000, 8.1 with 2,000, 8.6 with 4,000. One: 8.4,
  -- 9.0, 9.8, 11.3.
  max_matching_ids := 1000;
  -- Some 25 keys. Many more would be checked twice for each prompt; 1 to 6,000 characters measure
  -- alike (8.2 to 8.5).
  max_repeated_condition_length := 600;

  -- community_feed: scanning in index order.

  -- A common word, latest: 2.8 with 2,000 to 8,000, but 10.4 with 16,000.
  min_scan_matches_by_time := 4000;
  -- A common word, top: 3.0 with 2,000, 2.8 with 4,000, 2.6 with 8,000, 10.1 with 16,000.
  min_scan_matches_by_score := 8000;
  -- A mistyped word: 4.4 with 0 and 4,000, 5.6 with 16,000.
  extra_scan_matches_for_typo := 4000;
  -- A common word: 4.9 with 1 (the slowest in twenty 15), 3.2 with 3 and 9.
  scan_rows_per_page_row := 3;
  -- A scan that filled less than a quarter of the page stops. Otherwise the next one reads four
  -- times as many rows.
  min_scan_yield := 0.25;
  scan_growth := 4;

  -- community_feed: selecting ids.

  -- One key's 20,000 ids take 14. Two words: 5.4 with 5,000, 12.4 with 20,000 and more.
  max_feed_ids := 20000;
  -- Two words: 13.2 with 1,000, 5.6 with 4,000; five words 5.3. The rarest word alone pays in
  -- 1,000,000 prompts, where the intersection of two long lists is slow.
  min_matches_for_rarest_word := 1000;
  max_rarest_word_ratio := 10;
  -- Two words, one mistyped: 7.7 with 3,000, 14.2 with 12,000 and more; five words 7.8. As above.
  max_rarest_typo_ids := 12000;
  -- 10 to 160 measure alike: a rare word 2.3 to 2.4, one in 500 prompts 2.9 to 3.0.
  max_scan_rows_per_id := 40;
  id_scan_growth := 8;
end
$$;
comment on function private.search_thresholds is
  'The thresholds of search, each with the measurement that set it.';
grant execute on function private.search_thresholds to cuebook_search;
