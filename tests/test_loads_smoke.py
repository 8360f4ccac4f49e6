"""Smoke."""
def test_it(office, processes):
    office.opened()
    r = office.load_rows("T,1,2026-01-10,A,B,1-0")
    print(r.err)
    office.do("rate", "ffe-national", "2026-01")
    print(office.do("export", "ffe-national", "2026-01").out)
    print(office.check())
    print(processes.points(office, "publish", "ffe-national", "2026-01"))
