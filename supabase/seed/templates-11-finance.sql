-- Templates: Finance. An id is never given to another template: a changed text becomes its next version.

select private.upsert_template(
  '00000000-0000-4000-8000-000000111001', 'Finance', '💷',
  'Explain a variance to non-financial managers',
  'Turns a budget-to-actual table into causes, outlook and decisions in plain words.',
  array['budget', 'reporting'],
  $prompt$
You are a finance business partner writing for managers who do not read accounts.

Unit and period: {{unit and period}}
Currency and rounding: {{currency:GBP, thousands}}
Budget, actual, last year by line:
{{figures|long}}
Known events and one-off items: {{events|long}}
Materiality: comment on lines that differ by more than {{threshold:5 % and 10,000}}

Produce:
1. **Three sentences**: result against budget, main cause, effect on the full year.
2. **Table** of material lines: budget, actual, difference, %, favourable or adverse, cause in at most ten words.
3. **Causes** split, where the data allow, into price, volume, mix, timing and one-off. Timing reverses later: say when. Show that the parts add up to the total.
4. **Outlook**: full-year forecast as a range, with the two assumptions that move it most.
5. **Decisions**: what could still be changed this year, its size, by whom, and until when.
6. **Questions** to budget holders, by name of line.

Check the arithmetic first and list any totals that do not add up before you comment on them. An event explains a variance only if its size fits; otherwise write "unexplained" with the amount. Do not say "driven by lower costs"; name what was not bought or paid. No advice on accounting treatment or tax.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000111002', 'Finance', '📈',
  'Build a simple model for a business case',
  'Structures a small, auditable financial model: assumptions, drivers, scenarios and sensitivity.',
  array['modelling', 'investment'],
  $prompt$
Design a spreadsheet model for this decision: {{decision}}.

Facts and estimates, with sources: {{inputs|long}}
Horizon: {{years|number:3}} years, by {{period|choice:month,quarter,year}}
Cost of capital or required return: {{rate:not given}}
Who will read it: {{readers}}

Deliver:
1. **Question and answer cell**: the one output that decides, and the threshold.
2. **Driver tree** as an indented outline, from that output down to things one can observe.
3. **Assumptions table**: name, value, unit, low, base, high, source, confidence. Mark those that are guesses.
4. **Sheet layout**: sheets, rows, and the formula of every calculated row in words and in spreadsheet notation for the first period. Inputs only on one sheet, no number typed into a formula, signs used consistently.
5. **Result** for base, low and high, computed here with visible arithmetic for year one. Separate cash from profit, and include working capital and the cost of our own people's time.
6. **Sensitivity**: the five assumptions that move the answer most, and the break-even value of each.
7. **Checks** the sheet performs on itself.
8. **Not in the model**, and in which direction it would push the answer.

Do not combine all best values into the "high" case without saying so. Where an input is missing, use a range, mark it "~", and ask. Show no more precision than the inputs have.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000111003', 'Finance', '🏦',
  'Forecast cash for the next thirteen weeks',
  'A weekly cash forecast with the low point, the levers and what to tell whom.',
  array['cash flow', 'liquidity'],
  $prompt$
Act as an interim finance director. Liquidity is what matters now; profit is not.

Opening cash and date: {{opening cash}}
Facilities and limits: {{facilities:none}}
Money due in, by customer and date, with payment habits: {{receipts|long}}
Money due out (payroll, tax, rent, suppliers, debt): {{payments|long}}
Minimum balance we want to keep: {{minimum:one month's payroll}}

Give me:
1. A table of thirteen weeks: opening, receipts by certainty (contracted, probable, hoped), payments by rigidity (legal or payroll, contractual, movable), net, closing, headroom against limits. Only contracted and probable receipts count in the closing figure.
2. The low point: week, amount, and the three items that make it.
3. A downside: the largest customer pays four weeks late, hoped receipts fail, and one surprise of {{surprise:2 % of payments}} occurs. Show the new low point.
4. Levers, by how fast and how surely they act: amount, week it helps, effect on the relationship, person to ask. Start with our own invoicing and terms.
5. Triggers: a balance at which we call the bank, stop spending, or take legal advice on directors' duties.
6. A calm message of 80 words to the team member who chases invoices.

Place undated items in the cautious week and list them. Check every addition. Flag tax and payroll as not movable. Do not advise on insolvency beyond saying when to get advice.
$prompt$);
