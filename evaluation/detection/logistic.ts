export interface LogisticExamples {
  readonly inputs: readonly (readonly number[])[];
  readonly isAi: readonly boolean[];
  readonly weights: readonly number[];
}

const steps = 30;
const ridge = 1e-4;

/** Weighted logistic regression by Newton's method; the intercept is the last coefficient. */
export function fitLogistic({ inputs, isAi, weights }: LogisticExamples): number[] {
  const size = (inputs[0]?.length ?? 0) + 1;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let coefficients = Array.from({ length: size }, () => 0);
  for (let step = 0; step < steps; step++) {
    const gradient = coefficients.map((value) => ridge * value);
    const curvature = coefficients.map((_, row) =>
      coefficients.map((__, column) => (row === column ? ridge : 0)),
    );
    inputs.forEach((input, index) => {
      const row = [...input, 1];
      const logit = dot(row, coefficients);
      const chance = 1 / (1 + Math.exp(-logit));
      const weight = (weights[index] ?? 0) / total;
      accumulate({ gradient, curvature }, row, {
        error: weight * (chance - (isAi[index] ? 1 : 0)),
        bend: weight * chance * (1 - chance),
      });
    });
    const change = solve(curvature, gradient);
    coefficients = coefficients.map((value, index) => value - (change[index] ?? 0));
  }
  return coefficients;
}

interface Sums {
  readonly gradient: number[];
  readonly curvature: number[][];
}

function accumulate(
  { gradient, curvature }: Sums,
  row: readonly number[],
  { error, bend }: { readonly error: number; readonly bend: number },
): void {
  row.forEach((value, index) => {
    gradient[index] = (gradient[index] ?? 0) + error * value;
    const line = curvature[index];
    if (line === undefined) return;
    row.forEach((other, column) => {
      line[column] = (line[column] ?? 0) + bend * value * other;
    });
  });
}

/** Gaussian elimination; the matrix is positive definite. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, index) => [...row, right[index] ?? 0]);
  const size = rows.length;
  for (let pivot = 0; pivot < size; pivot++) {
    const pivotRow = rows[pivot] ?? [];
    for (let row = 0; row < size; row++) {
      const current = rows[row];
      if (row === pivot || current === undefined) continue;
      const factor = (current[pivot] ?? 0) / (pivotRow[pivot] ?? 1);
      rows[row] = current.map((value, column) => value - factor * (pivotRow[column] ?? 0));
    }
  }
  return rows.map((row, index) => (row[size] ?? 0) / (row[index] ?? 1));
}

function dot(left: readonly number[], right: readonly number[]): number {
  return left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
}
