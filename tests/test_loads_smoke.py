"""Smoke."""
import ratings
def test_it(office, processes):
    print(ratings.__file__)
    office.opened()
    r = office.load_rows("T,1,2026-01-10,A,B,1-0")
    office.do("rate", "ffe-national", "2026-01")
    print(office.do("check", "ffe-national", "2026-01", "--json").out)
