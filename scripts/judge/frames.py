"""Pairs from frames of everyday statements in fourteen languages (data/frames.txt): what ends a statement, and what leaves it."""
import random

from data import CONTINUES, ENDS, HERE, REPEATS, UNRELATED, cells

LATIN = dict(
    city='Leeds, Ghent, Porto, Turin, Graz, Lyon, Malmö, Utrecht, Gdańsk, Sevilla, Boston, Denver, Oslo, Zagreb, Cork, Basel, Nagoya, Quito',
    company='Siemens, Nestlé, Adyen, Ericsson, Danone, Philips, Shopify, Stripe, Unilever, Zalando, Roche, Airbus, Iberia, Netflix, Klarna',
    name='Paula, Omar, Ingrid, Marek, Sofia, Yusuf, Helena, Pascal, Miriam, Diego, Astrid, Kenji, Nadia, Viktor, Bianca, Rosa, Simon',
)
EVERYWHERE = dict(
    tool='npm, Yarn, Webpack, Vite, Jest, Mocha, Redis, Kafka, MySQL, MongoDB, Jira, Linear, Docker, Podman, Jenkins, Terraform, Figma, Slack, Emacs, ESLint, Biome',
    server='heron, falcon, otter, juniper, saturn, node-7, ursa, bravo, pluto, maple',
    path='lib/tools, src/core, ops/scripts, packages/api, apps/web, etc/db, tools/bin, infra/live',
    port='3000, 4000, 5173, 8080, 8443, 9000, 250, 500, 120, 64, 1024',
    prefix="test_, it_, spec_, 'a_', 'x_', t-, feat/, fix/, 'k_'",
    habit='smoke, eat meat, play tennis, go to the gym, drink coffee, sing in a choir, cycle to work, take piano lessons, work from home',
)
OWN = dict(
    ru=dict(city='Сочи, Баку, Осло, Тбилиси, Токио, Чикаго, Хельсинки, Бордо, Бишкек', company='Яндекс, Сбер, Озон, Газпром, Авито, Мегафон',
            name='Игорь, Олег, Павел, Руслан, Артём, Денис, Никита'),
    tr=dict(city='Ankara, Bursa, Adana, Konya, Antalya, Manisa, Sakarya, Malatya', company='Arçelik, Ülker, Aselsan, Trendyol, Migros',
            name='Zeynep, Kemal, Aylin, Emre, Defne, Murat'),
    ja=dict(city='東京, 京都, 福岡, 札幌, 名古屋, 神戸, 横浜, 長野', company='トヨタ, ソニー, 楽天, 富士通, 任天堂, メルカリ', name='佐藤, 高橋, 山本, 渡辺, 加藤, 吉田'),
    ko=dict(city='서울, 광주, 대구, 인천, 제주, 강릉, 청주', company='삼성, 쿠팡, 라인, 현대, 토스, 배민', name='김민지, 이준호, 박서연, 최지훈, 정하은'),
    zh=dict(city='北京, 上海, 广州, 深圳, 西安, 青岛, 昆明, 大连', company='腾讯, 阿里, 百度, 京东, 美团, 字节', name='张伟, 李娜, 陈静, 杨帆, 周涛, 吴芳'),
)
DAYS = dict(
    en='Monday, Tuesday, Wednesday, Thursday, Friday', de='Montag, Dienstag, Mittwoch, Donnerstag, Freitag',
    fr='lundi, mardi, mercredi, jeudi, vendredi', es='lunes, martes, miércoles, jueves, viernes',
    it='lunedì, martedì, mercoledì, giovedì, venerdì', pt='segunda, terça, quarta, quinta, sexta',
    nl='maandag, dinsdag, woensdag, donderdag, vrijdag', sv='måndagar, tisdagar, onsdagar, torsdagar, fredagar',
    pl='poniedziałek, środę, czwartek, piątek', ru='понедельник, вторник, среда, четверг, пятница',
    tr='pazartesi, salı, çarşamba, perşembe, cuma', ja='月曜日, 火曜日, 水曜日, 木曜日, 金曜日',
    ko='월요일, 화요일, 수요일, 목요일, 금요일', zh='周一, 周二, 周三, 周四, 周五',
)


def values(language, kind):
    found = DAYS[language] if kind == 'day' else {**LATIN, **EVERYWHERE, **OWN.get(language, {})}[kind]
    return found.split(', ')


def pairs(count, rng: random.Random):
    """(older, newer, label, weight, kind)"""
    frames = [(language, kind, *(part.split(' ; ') for part in parts)) for language, kind, *parts in cells(f'{HERE}/data/frames.txt')]
    rows = []
    while len(rows) < count:
        language, kind, states, changes, stays = rng.choice(frames)
        a, b = rng.sample(values(language, kind), 2)
        fill = lambda text: text.replace('{a}', a).replace('{b}', b)
        state, draw = fill(rng.choice(states)), rng.random()
        if draw < 0.45:
            newer, label = fill(rng.choice(changes)), ENDS
        elif draw < 0.75:
            newer, label = fill(rng.choice(stays)), CONTINUES
        elif draw < 0.9 or len(states) == 1:
            # The same sort of news about something else.
            others = [one for one in frames if one[0] == language and one[1] != kind]
            _, other, _, theirs, _ = rng.choice(others)
            c, d = rng.sample(values(language, other), 2)
            newer, label = rng.choice(theirs).replace('{a}', c).replace('{b}', d), UNRELATED
        else:
            newer, label = fill(rng.choice([one for one in states if fill(one) != state])), REPEATS
        rows.append((state, newer, label, 0.7, 'frame'))
    return rows
