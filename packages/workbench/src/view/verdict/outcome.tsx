import { counted } from "../../workbench/headline.ts";

/** Whether a candidate is valid under some rules. */
export function Outcome({ valid, errors, about }: Props) {
  return (
    <p class="card outcome">
      <strong class={valid ? "is-valid" : "is-invalid"}>{valid ? "valid" : counted(errors, "error")}</strong>{" "}
      <span class="muted">{about}</span>
    </p>
  );
}

interface Props {
  readonly valid: boolean;
  readonly errors: number;
  readonly about: string;
}
