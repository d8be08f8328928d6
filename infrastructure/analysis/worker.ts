import { runTask } from './run-task.ts';
import { serveTasks } from './serve-tasks.ts';

serveTasks(runTask);
