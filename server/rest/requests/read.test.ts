import { describe, expect, it } from 'vitest';
import { setUpRestFixture } from '#server/testing/rest/rest-fixture.ts';

const rest = await setUpRestFixture();

const ids = (...list: number[]) => list.map((id) => ({ id }));

describe('GET with filters', () => {
  const scenarios: readonly (readonly [string, readonly number[]])[] = [
    ['id=eq.1', [1]],
    ['id=neq.1', [2, 3, 4, 5]],
    ['id=not.eq.1', [2, 3, 4, 5]],
    ['id=gt.3', [4, 5]],
    ['id=gte.3', [3, 4, 5]],
    ['id=lt.2', [1]],
    ['id=lte.2', [1, 2]],
    ['title=like.*a*', [2, 3]],
    ['title=ilike.*CLEO*', [1]],
    ['title=ilike.%25CLEO%25', [1]],
    ['title=match.^R', [3]],
    ['title=imatch.^r', [3]],
    ['code=like.RAN%20', [3]],
    ['code=like(any).{"RAN ",V*}', [2, 3]],
    ['code=match.[AN]%20', [3]],
    ['id=in.(1,3)', [1, 3]],
    ['id=in.()', []],
    ['id=not.in.(1,3)', [2, 4, 5]],
    ['title=in.("Unfinished, \\"cut\\"",Ran)', [3, 5]],
    ['year=is.null', [5]],
    ['year=not.is.null', [1, 2, 3, 4]],
    ['year=is.not_null', [1, 2, 3, 4]],
    ['data->color=is.null', [4, 5]],
    ['year=isdistinct.1985', [1, 4, 5]],
    ['tags=cs.{paris}', [1]],
    ['tags=cd.{paris,walk,road}', [1, 2, 4, 5]],
    ['tags=ov.{road,war}', [2, 3]],
    ['tags=eq.{road}', [2]],
    ['tags=in.({road},"{war,castle}")', [2, 3]],
    ['shown=cs.[1962-05-01,1962-05-03)', [1]],
    ['shown=ov.[1962-05-01,1962-05-02)', [1]],
    ['shown=sl.[1970-01-01,1971-01-01)', [1]],
    ['shown=sr.[1970-01-01,1971-01-01)', [2]],
    ['shown=nxr.[1962-01-01,1963-01-01)', [1]],
    ['shown=nxl.[1980-01-01,1999-01-01)', [2]],
    ['shown=adj.[1962-06-01,1962-07-01)', [1]],
    ['search=fts.vagabond', [2]],
    ['search=fts(english).vagabonds', [2]],
    ['search=plfts.cleo', [1]],
    ['search=phfts(english).cleo', [1]],
    ['search=wfts.cleo or ran', [1, 3]],
    ['search=not.wfts.cleo or ran', [2, 4, 5]],
    ['title=fts(english).vagabonds', [2]],
    ['data->>color=eq.true', [2, 3]],
    ['data->crew->>camera=eq.Rabier', [1]],
    ['data->n=gt.10', [2, 3]],
    ['raw->a->1=eq.2', [1]],
    ['tags->0=eq."road"', [2]],
    ['mood=eq.tense', [2, 3]],
    ['code=eq.RAN', [3]],
    ['code=in.(RAN,VAGA)', [2, 3]],
    ['id=eq(any).{1,2}', [1, 2]],
    ['title=like(any).{R*,V*}', [2, 3]],
    ['title=ilike(all).{*r*,*n}', [3]],
    ['id=gt(all).{1,3}', [4, 5]],
    ['label=eq.Ran!', [3]],
    ['or=(id.eq.1,id.eq.2)', [1, 2]],
    ['or=(id.eq.1,id.eq.2))', [1, 2]],
    ['and=(id.gt.1,id.lt.4)', [2, 3]],
    ['not.or=(id.eq.1,id.eq.2)', [3, 4, 5]],
    ['or=(id.eq.1,and(year.eq.1985,director_id.eq.2))', [1, 3]],
    ['or=(id.in.(1,2),not.and(id.lt.5,id.gt.0))', [1, 2, 5]],
    ['or=(title.eq."Unfinished, \\"cut\\"",title.like.R*)', [3, 5]],
    ['or=(tags.cs.{road},tags.ov.{war,castle})', [2, 3]],
    ['or=(year.is.null,year.not.in.(1985,1962))', [4, 5]],
    ['or=(data->>color.eq.false,id.eq.4)', [1, 4]],
    ['id=gt.1&id=lt.3', [2]],
  ];
  it.each(scenarios)('%s', async (query, expected) => {
    const sent = await rest.send('GET', `/films?select=id&order=id&${query}`);
    expect(sent.json).toEqual(ids(...expected));
    expect(sent.status).toBe(200);
  });
});

describe('GET with select', () => {
  const scenarios: readonly (readonly [string, unknown])[] = [
    ['select=id,name:title&id=eq.3', [{ id: 3, name: 'Ran' }]],
    ['select=id::text,rating::int&id=eq.3', [{ id: '3', rating: 8 }]],
    ['select=data->n,c:data->crew->>camera&id=eq.1', [{ n: 5, c: 'Rabier' }]],
    ['select=raw->a->0&id=eq.1', [{ a: 1 }]],
    ['select=tags->0&id=eq.1', [{ tags: 'paris' }]],
    ['select=label&id=eq.3', [{ label: 'Ran!' }]],
    ['select=count', [{ count: 5 }]],
    ['select=id&order=year.desc.nullslast,id.desc', ids(3, 2, 1, 4, 5)],
    ['select=id&order=data->n.desc.nullslast,id', ids(3, 2, 1, 4, 5)],
    ['select=id&order=label', ids(1, 4, 3, 5, 2)],
    ['select=id&order=id&limit=2&offset=1', ids(2, 3)],
    ['select=id&order=year.desc.nullslast&order=id.desc', ids(3, 2, 1, 4, 5)],
    ['select=_t:id,_b0:title&id=eq.3', [{ _t: 3, _b0: 'Ran' }]],
    [
      'select=_t:id,directors(_r0:id,_r1:name)&id=eq.3',
      [{ _t: 3, directors: { _r0: 2, _r1: 'Kurosawa' } }],
    ],
    ['select=id&limit=0', []],
    ['select=&id=eq.1', [expect.objectContaining({ id: 1, year: 1962 })]],
  ];
  it.each(scenarios)('%s', async (query, expected) => {
    const sent = await rest.send('GET', `/films?${query}`);
    expect(sent.json).toEqual(expected);
    expect(sent.status).toBe(200);
  });

  it('reads odd names', async () => {
    const path = `/odd%20name?select="sp ace",a:"quo\\"te","dot.ted"&"dot.ted"=eq.y`;
    const sent = await rest.send('GET', path);
    expect(sent.json).toEqual([{ 'sp ace': 1, a: 'x', 'dot.ted': 'y' }]);
  });
});

describe('GET with embeds', () => {
  const scenarios: readonly (readonly [string, unknown])[] = [
    ['/films?id=eq.3&select=id,directors(name)', [{ id: 3, directors: { name: 'Kurosawa' } }]],
    ['/films?id=eq.5&select=id,directors(name)', [{ id: 5, directors: null }]],
    ['/films?id=eq.3&select=id,d:director_id(name)', [{ id: 3, d: { name: 'Kurosawa' } }]],
    ['/films?id=eq.3&select=d:films_director_id_fkey(name)', [{ d: { name: 'Kurosawa' } }]],
    [
      '/directors?id=eq.2&select=name,films(id)&films.order=id.desc',
      [{ name: 'Kurosawa', films: ids(4, 3) }],
    ],
    ['/directors?id=eq.3&select=name,films(id)', [{ name: 'Nobody', films: [] }]],
    ['/directors?id=eq.2&select=films(id)&films.order=id&films.limit=1', [{ films: ids(3) }]],
    ['/directors?id=eq.2&select=films(id)&films.order=id&films.offset=1', [{ films: ids(4) }]],
    [
      '/directors?order=id&select=id,films(count)',
      [
        { id: 1, films: [{ count: 2 }] },
        { id: 2, films: [{ count: 2 }] },
        { id: 3, films: [{ count: 0 }] },
      ],
    ],
    ['/films?id=eq.1&select=specs(camera)', [{ specs: { camera: 'Arriflex' } }]],
    ['/specs?film_id=eq.1&select=films(id)', [{ films: { id: 1 } }]],
    ['/films?id=eq.1&select=actors(name)', [{ actors: [{ name: 'Marchand' }] }]],
    ['/actors?id=eq.2&select=films(title)', [{ films: [{ title: 'Vagabond' }] }]],
    ['/actors?id=eq.2&select=films!roles(title)', [{ films: [{ title: 'Vagabond' }] }]],
    [
      '/actors?id=eq.2&select=name,roles(part,films(title,directors(name)))',
      [
        {
          name: 'Bonnaire',
          roles: [{ part: 'Mona', films: { title: 'Vagabond', directors: { name: 'Varda' } } }],
        },
      ],
    ],
    [
      '/actors?id=eq.1&select=name,clients:actors!agent_id(name)&clients.order=name',
      [{ name: 'Marchand', clients: [{ name: 'Bonnaire' }, { name: 'Nakadai' }] }],
    ],
    [
      '/actors?id=eq.2&select=name,agent:agent_id(name)',
      [{ name: 'Bonnaire', agent: { name: 'Marchand' } }],
    ],
    [
      '/films?select=id,directors!inner(name)&directors.name=eq.Varda&order=id',
      [
        { id: 1, directors: { name: 'Varda' } },
        { id: 2, directors: { name: 'Varda' } },
      ],
    ],
    [
      '/films?select=id,directors(name)&directors.name=eq.Varda&id=in.(1,3)&order=id',
      [
        { id: 1, directors: { name: 'Varda' } },
        { id: 3, directors: null },
      ],
    ],
    [
      '/directors?select=id,"a.b":films(id)&"a.b".order=id.desc&"a.b".limit=1&"a.b".offset=1&id=eq.1',
      [{ id: 1, 'a.b': ids(1) }],
    ],
    ['/films?select=id,actors()&actors.name=like.*a*&actors=not.is.null&order=id', ids(1, 2, 3, 4)],
    ['/films?select=id,roles()&roles=is.null', ids(5)],
    // `!inner` drops directors without a film beyond the offset.
    [
      '/directors?select=id,films!inner(id)&films.order=id&films.offset=1&order=id',
      [
        { id: 1, films: ids(2) },
        { id: 2, films: ids(4) },
      ],
    ],
    ['/directors?select=id,films!inner(id)&films.offset=2', []],
    ['/directors?select=id,films!inner(id)&films.limit=0', []],
    ['/directors?select=id,films()&films=is.null&films.offset=2&order=id', ids(1, 2, 3)],
    [
      '/films?select=id,specs(),directors()&or=(specs.is.null,directors.is.null)&order=id',
      ids(2, 4, 5),
    ],
    [
      '/films?select=id,d:directors()&d.name=eq.Varda&or=(d.not.is.null,id.eq.5)&order=id',
      ids(1, 2, 5),
    ],
    [
      '/directors?select=name,films!inner(id,roles!inner(part))&films.roles.part=eq.Mona',
      [{ name: 'Varda', films: [{ id: 2, roles: [{ part: 'Mona' }] }] }],
    ],
    ['/directors?id=eq.1&select=films(id)&films.or=(id.eq.1,title.eq.x)', [{ films: ids(1) }]],
    [
      '/films?select=id,directors(name)&order=directors(name).desc,id&limit=3',
      [
        { id: 5, directors: null },
        { id: 1, directors: { name: 'Varda' } },
        { id: 2, directors: { name: 'Varda' } },
      ],
    ],
    ['/films?id=eq.3&select=id,...directors(by:name)', [{ id: 3, by: 'Kurosawa' }]],
    ['/films?id=eq.5&select=id,...directors(by:name)', [{ id: 5, by: null }]],
    [
      '/directors?id=eq.2&select=name,...films(title)&films.order=id',
      [{ name: 'Kurosawa', title: ['Ran', 'Ikiru'] }],
    ],
    [
      '/films?id=eq.2&select=title,cast:roles(part,...actors(name))',
      [{ title: 'Vagabond', cast: [{ part: 'Mona', name: 'Bonnaire' }] }],
    ],
    [
      '/roles?part=eq.Mona&select=...films(title,...directors(name))',
      [{ title: 'Vagabond', name: 'Varda' }],
    ],
    ['/films?id=eq.3&select=director_of(name)', [{ director_of: { name: 'Kurosawa' } }]],
    ['/films?id=eq.3&select=id,films_like(id)', [{ id: 3, films_like: ids(2) }]],
    [
      '/orders?id=eq.1&select=b:addresses!billing(city),s:addresses!shipping(city)',
      [{ b: { city: 'Paris' }, s: { city: 'Tokyo' } }],
    ],
    ['/orders?id=eq.1&select=b:addresses!billing_id(city)', [{ b: { city: 'Paris' } }]],
    ['/orders?id=eq.1&select=billing(city)', [{ billing: { city: 'Paris' } }]],
    [
      '/addresses?id=eq.1&select=orders!billing(name)&orders.order=name',
      [{ orders: [{ name: 'reel' }, { name: 'tape' }] }],
    ],
    [
      '/film_cards?film_id=eq.3&select=title,directors(name)',
      [{ title: 'Ran', directors: { name: 'Kurosawa' } }],
    ],
    [
      '/film_cards?film_id=eq.3&select=roles(part),actors(name),specs(camera)',
      [
        {
          roles: [{ part: 'Hidetora' }],
          actors: [{ name: 'Nakadai' }],
          specs: { camera: 'Panavision' },
        },
      ],
    ],
    [
      '/directors?id=eq.1&select=film_cards(title)&film_cards.order=title',
      [{ film_cards: [{ title: 'Cleo from 5 to 7' }, { title: 'Vagabond' }] }],
    ],
    ['/nested_cards?card_id=eq.3&select=directors(name)', [{ directors: { name: 'Kurosawa' } }]],
    [
      '/films?id=eq.3&select=*,directors(*)',
      [
        expect.objectContaining({
          id: 3,
          title: 'Ran',
          directors: { id: 2, name: 'Kurosawa', born: '1910-03-23' },
        }),
      ],
    ],
  ];
  it.each(scenarios)('%s', async (path, expected) => {
    const sent = await rest.send('GET', path);
    expect(sent.json).toEqual(expected);
    expect(sent.status).toBe(200);
  });
});
