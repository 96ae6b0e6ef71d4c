"""The names of months in the languages of Europe, with the forms that stand in dates."""

from __future__ import annotations

MIN_LETTERS = 3
"""A month is abbreviated to no fewer letters."""

_NAMES = (
    # January to December; forms of one month are joined by slashes.
    "january february march april may june july august september october november december",
    "januar/jänner februar/feber märz/maerz april mai juni juli august september oktober november "
    "dezember",
    "janvier février/fevrier mars avril mai juin juillet août/aout septembre octobre novembre "
    "décembre/decembre",
    "enero febrero marzo abril mayo junio julio agosto septiembre/setiembre octubre noviembre "
    "diciembre",
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "januari februari maart/mrt april mei juni juli augustus september oktober november december",
    "janeiro fevereiro março/marco abril maio junho julho agosto setembro outubro novembro "
    "dezembro",
    "januari februari mars april maj juni juli augusti september oktober november december",
    "januar februar marts april maj juni juli august september oktober november december",
    "januar februar mars april mai juni juli august september oktober november desember",
    "stycznia/styczeń lutego/luty marca/marzec kwietnia/kwiecień maja/maj czerwca/czerwiec "
    "lipca/lipiec sierpnia/sierpień września/wrzesień października/październik "
    "listopada/listopad grudnia/grudzień",
    "ledna/leden února/únor března/březen dubna/duben května/květen června/červen "
    "července/červenec srpna/srpen září října/říjen listopadu/listopad prosince/prosinec",
    "január/januára február/februára marec/marca apríl/apríla máj/mája jún/júna júl/júla "
    "august/augusta september/septembra október/októbra november/novembra december/decembra",
    "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie "
    "decembrie",
    "január február március április május június július augusztus szeptember október november "
    "december",
    "ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık",
    "января/январь февраля/февраль марта/март апреля/апрель мая/май июня/июнь июля/июль "
    "августа/август сентября/сентябрь октября/октябрь ноября/ноябрь декабря/декабрь",
    "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня",
    "ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου ιουλίου αυγούστου σεπτεμβρίου "
    "οκτωβρίου νοεμβρίου δεκεμβρίου",
)

_NEVER_SHORT = (
    "tammikuuta/tammikuu helmikuuta/helmikuu maaliskuuta/maaliskuu huhtikuuta/huhtikuu "
    "toukokuuta/toukokuu kesäkuuta/kesäkuu heinäkuuta/heinäkuu elokuuta/elokuu syyskuuta/syyskuu "
    "lokakuuta/lokakuu marraskuuta/marraskuu joulukuuta/joulukuu"
)
"""Finnish, whose November begins as everybody's March."""


def _by_prefix() -> dict[str, int]:
    """All names and their beginnings; one that several months share says none, and is 0."""
    found: dict[str, int] = {}
    whole: dict[str, int] = {}
    for language in (*_NAMES, _NEVER_SHORT):
        for month, forms in enumerate(language.split(), 1):
            for name in map(str.casefold, forms.split("/")):
                whole[name] = month
                shorter = range(MIN_LETTERS, len(name)) if language != _NEVER_SHORT else ()
                for start in (name[:end] for end in shorter):
                    found[start] = month if found.get(start, month) == month else 0
    return found | whole


_MONTHS = _by_prefix()


def month_of(word: str) -> int:
    """The month of a name or its abbreviation; 0 if there is none, or several.

    >>> month_of("Sept."), month_of("juillet"), month_of("jui"), month_of("Mayor")
    (9, 7, 0, 0)
    """
    return _MONTHS.get(word.casefold().rstrip("."), 0)
