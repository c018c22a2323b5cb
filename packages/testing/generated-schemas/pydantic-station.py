"""A weather station. Written with Debian's pydantic 1.10: python3 pydantic-station.py"""

from datetime import date
from typing import Dict, List, Literal, Optional, Tuple, Union

from pydantic import BaseModel, Field


class Owner(BaseModel):
    kind: str
    id: str


class Fixed(BaseModel):
    kind: Literal["fixed"]
    position: Tuple[float, float]


class Mobile(BaseModel):
    kind: Literal["mobile"] = "mobile"
    vehicle: str


class Station(BaseModel):
    generatorId: str = Field(title="Station id", regex="^[a-z][a-z0-9-]*$")
    owner: Owner
    placement: Union[Fixed, Mobile] = Field(discriminator="kind")
    sensors: List[Literal["rain", "wind", "sun"]]
    calibrated: Optional[date]
    thresholds: Dict[str, float] = {}
    note: Union[str, int, None]


if __name__ == "__main__":
    print(Station.schema_json(indent=2))
