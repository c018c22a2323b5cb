"""A course. Written with Debian's pydantic 1.10: python3 pydantic-course.py"""

from enum import Enum
from typing import List, Optional, Union
from uuid import UUID

from pydantic import BaseModel, Extra, Field, SecretStr, conint, constr


class Strict(BaseModel):
    class Config:
        extra = Extra.forbid


class Kind(str, Enum):
    human = "human"
    team = "team"


class Owner(Strict):
    kind: Kind
    id: constr(max_length=80)


class Lesson(Strict):
    title: constr(min_length=1, max_length=120)
    minutes: conint(gt=0, le=240)


class Exam(Strict):
    title: constr(max_length=120)
    room: UUID


class Course(Strict):
    """What is taught, and by whom."""

    generatorId: constr(regex=r"^[a-z][a-z0-9-]*$", max_length=64) = Field(title="Course id")
    owner: Owner
    lead: Owner = Field(description="Who answers questions.")
    units: List[Union[Lesson, Exam]] = Field(max_items=60)
    invitation: Optional[SecretStr]
    languages: List[constr(regex=r"^[a-z]{2}$", max_length=2)] = Field(unique_items=True)


if __name__ == "__main__":
    print(Course.schema_json(indent=2))
