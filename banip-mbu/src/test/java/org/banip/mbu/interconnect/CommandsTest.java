package org.banip.mbu.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.banip.core.frame.Control;
import org.banip.mbu.spi.CommandHandler;
import org.banip.mbu.spool.Scheduler;
import org.junit.jupiter.api.Test;

class CommandsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static Control.Command command(long id) {
        return new Control.Command(id, "do", new byte[] {1});
    }

    private static List<Control.CommandResult> run(CommandHandler handler, int commands) throws InterruptedException {
        Commands runner = new Commands(handler, null, new Scheduler(), "test");
        runner.start();
        List<Control.CommandResult> results = new ArrayList<>();
        for (int id = 0; id < commands; id++) {
            runner.take(command(id));
            int wanted = id + 1;
            await().atMost(PATIENCE).until(() -> {
                results.addAll(runner.takeResults());
                return results.size() == wanted;
            });
        }
        runner.stop(PATIENCE);
        return results;
    }

    @Test
    void executesCommandsInOrder() throws Exception {
        List<Control.CommandResult> results = run((name, argument) -> argument, 3);
        assertThat(results).extracting(Control.CommandResult::id).containsExactly(0L, 1L, 2L);
        assertThat(results).allMatch(Control.CommandResult::succeeded);
    }

    @Test
    void reportsWhatTheHandlerThrows() throws Exception {
        Control.CommandResult result = run(
                        (name, argument) -> {
                            throw new IllegalStateException("the motor is stuck");
                        },
                        1)
                .get(0);
        assertThat(result.succeeded()).isFalse();
        assertThat(new String(result.result(), StandardCharsets.UTF_8)).isEqualTo("the motor is stuck");
    }

    @Test
    void commandWithTooLongAResultFails() throws Exception {
        Control.CommandResult result =
                run((name, argument) -> new byte[16_385], 1).get(0);
        assertThat(result.succeeded()).isFalse();
        assertThat(new String(result.result(), StandardCharsets.UTF_8)).contains("16385", "16384");
    }

    @Test
    void commandFailsAtOnceWhenTooManyWait() throws Exception {
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        Commands runner = new Commands(
                (name, argument) -> {
                    begun.countDown();
                    busy.await();
                    return new byte[0];
                },
                null,
                new Scheduler(),
                "test");
        runner.start();
        runner.take(command(0));
        begun.await();
        for (int id = 1; id <= 17; id++) {
            runner.take(command(id));
        }
        assertThat(runner.takeResults()).singleElement().satisfies(result -> {
            assertThat(result.id()).isEqualTo(17);
            assertThat(result.succeeded()).isFalse();
        });
        busy.countDown();
        List<Control.CommandResult> results = new ArrayList<>();
        await().atMost(PATIENCE).until(() -> {
            results.addAll(runner.takeResults());
            return results.size() == 17;
        });
        runner.stop(PATIENCE);
    }

    @Test
    void unansweredResultsAreSentFirstAgain() {
        Commands runner = new Commands(null, null, new Scheduler(), "test");
        runner.take(command(1));
        List<Control.CommandResult> first = runner.takeResults();
        runner.take(command(2));
        runner.putBack(first);
        assertThat(runner.takeResults()).extracting(Control.CommandResult::id).containsExactly(1L, 2L);
    }
}
