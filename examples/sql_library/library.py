"""The library: four small tables, built anew in memory for every query."""

from __future__ import annotations

import sqlite3

TABLES = """\
CREATE TABLE authors (id INTEGER PRIMARY KEY, name TEXT, born INTEGER, country TEXT);
CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT, author INTEGER REFERENCES authors, published INTEGER);
CREATE TABLE members (id INTEGER PRIMARY KEY, name TEXT, joined TEXT);
CREATE TABLE loans (
  id INTEGER PRIMARY KEY, book INTEGER REFERENCES books, member INTEGER REFERENCES members, taken TEXT, days INTEGER
);
CREATE INDEX loans_of_book ON loans (book);
"""

AUTHORS = (
    (1, "Jane Austen", 1775, "England"),
    (2, "Mary Shelley", 1797, "England"),
    (3, "Leo Tolstoy", 1828, "Russia"),
    (4, "Selma Lagerlöf", 1858, "Sweden"),
    (5, "Rabindranath Tagore", 1861, "India"),
    (6, "Natsume Sōseki", 1867, "Japan"),
    (7, "Virginia Woolf", 1882, "England"),
    (8, "Franz Kafka", 1883, "Bohemia"),
)
BOOKS = (
    (1, "Pride and Prejudice", 1, 1813),
    (2, "Emma", 1, 1815),
    (3, "Persuasion", 1, 1817),
    (4, "Frankenstein", 2, 1818),
    (5, "The Last Man", 2, 1826),
    (6, "War and Peace", 3, 1869),
    (7, "Anna Karenina", 3, 1878),
    (8, "Gösta Berling's Saga", 4, 1891),
    (9, "The Wonderful Adventures of Nils", 4, 1906),
    (10, "Gitanjali", 5, 1910),
    (11, "The Home and the World", 5, 1916),
    (12, "I Am a Cat", 6, 1905),
    (13, "Botchan", 6, 1906),
    (14, "Kokoro", 6, 1914),
    (15, "Mrs Dalloway", 7, 1925),
    (16, "To the Lighthouse", 7, 1927),
    (17, "Orlando", 7, 1928),
    (18, "The Metamorphosis", 8, 1915),
    (19, "The Trial", 8, 1925),
)
MEMBERS = (
    (1, "Amara", "2021-03-14"),
    (2, "Bela", "2021-09-02"),
    (3, "Chidi", "2022-01-20"),
    (4, "Dagny", "2022-06-11"),
    (5, "Noor", "2023-02-05"),
    (6, "Ivo", "2023-11-30"),
    (7, "Mei", "2024-04-17"),
)
LOANS = 240


def open_library() -> sqlite3.Connection:
    """Return a connection to a library of its own."""
    library = sqlite3.connect(":memory:", isolation_level=None)
    library.executescript(TABLES)
    library.executemany("INSERT INTO authors VALUES (?, ?, ?, ?)", AUTHORS)
    library.executemany("INSERT INTO books VALUES (?, ?, ?, ?)", BOOKS)
    library.executemany("INSERT INTO members VALUES (?, ?, ?)", MEMBERS)
    # Arithmetic instead of chance: the same loans every time, more of some books than of others.
    library.executemany(
        "INSERT INTO loans VALUES (?, ?, ?, date('2024-01-01', ?), ?)",
        (
            (at, at % 10 * (at % 19) // 9 + 1, at * at % 31 % len(MEMBERS) + 1, f"+{3 * at} days", at * 11 % 29 + 1)
            for at in range(1, LOANS + 1)
        ),
    )
    return library
