package org.banip.surrogate.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.banip.surrogate.viewer.Caller.basic;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.banip.core.command.CommandDeclaration;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.frame.Control;
import org.banip.surrogate.api.CommandOutcome;
import org.banip.surrogate.contract.PeopleContract;
import org.banip.surrogate.people.People;
import org.banip.surrogate.people.PeopleFile;
import org.banip.surrogate.settings.HostLimits;
import org.banip.surrogate.settings.PeopleSettings;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.Patience;
import org.banip.surrogate.wire.ReverseWire;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The places of commands that wait, which people share with each other and with programs (docs/control.md, "Many at once"). */
class CommandSharesTest {
    private static final CommandDeclaration BLINK =
            CommandDeclaration.of("blink", "Blinks").within(Duration.ofSeconds(30));

    @TempDir
    private Path directory;

    private RunningHost host;
    private TestMbu mbu;
    private Caller caller;
    private ReverseWire reverse;

    private void start(int places) throws IOException {
        Path file = directory.resolve("viewers");
        PeopleFile people = new PeopleFile(file);
        for (String name : List.of("anna", "ben", "clara", "dora")) {
            people.setPassword(
                    name,
                    PeopleContract.PASSWORD.toCharArray(),
                    4,
                    new PeopleFile.Rights(Optional.of("clinician"), Optional.of("*")));
        }
        host = RunningHost.over(
                JdbcStore.open(directory.resolve("store.db")),
                builder -> builder.limits(
                                HostLimits.builder().waitingCommands(places).build())
                        .people(new People(new PeopleSettings(file, PeopleSettings.DEFAULT_IDLE, false))),
                HostServerSettings.loopback());
        caller = new Caller(host.base());
        mbu = new TestMbu(host.base());
        mbu.declare(BLINK);
        reverse = mbu.reverse();
    }

    @AfterEach
    void stop() throws IOException {
        reverse.close();
        host.close();
    }

    private CompletableFuture<HttpResponse<String>> begin(String name) {
        return caller.beginPost("surrogates/" + mbu.session() + "/commands/blink", basic(name), "arguments={}");
    }

    /** Has its place when the MBU has it, until the MBU answers. */
    private Control.Command arrived() throws IOException {
        return reverse.next(Control.Command.class, frame -> true);
    }

    private void assertRefused(String name, String why) throws Exception {
        assertThat(Patience.get(begin(name)).body()).contains("\"state\":\"undelivered\"", why);
    }

    private void answer(Control.Command command) throws IOException {
        mbu.send(Frames.of(new Control.CommandResult(command.id(), true, new byte[0])));
    }

    private CompletableFuture<CommandOutcome> program() {
        return host.surrogate(mbu.session()).sendCommand("turn", new byte[0]);
    }

    @Test
    void onePersonHasAQuarterOfThePlacesAndPeopleThreeQuarters() throws Exception {
        start(8);
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        List<Control.Command> sent = new ArrayList<>();
        for (String name : List.of("clara", "anna", "ben")) {
            for (int i = 0; i < 2; i++) {
                answers.add(begin(name));
                sent.add(arrived());
            }
            if (answers.size() < 6) {
                assertRefused(name, "2 commands of " + name + " wait for an answer already, limit 2");
            }
        }
        assertRefused("dora", "6 commands of people wait for an answer already, limit 6");

        for (int i = 0; i < 2; i++) {
            CompletableFuture<CommandOutcome> outcome = program();
            assertThat(arrived().name()).isEqualTo("turn");
            assertThat(outcome).isNotDone();
        }
        assertThatThrownBy(() -> Patience.get(program()))
                .hasMessageContaining("8 commands wait for an answer already")
                .cause()
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_REACHED));

        answer(sent.get(0));
        assertThat(Patience.get(answers.get(0)).body()).contains("succeeded");
        CompletableFuture<HttpResponse<String>> next = begin("dora");
        answer(arrived());
        assertThat(Patience.get(next).body()).contains("succeeded");
        CompletableFuture<HttpResponse<String>> again = begin("clara");
        answer(arrived());
        assertThat(Patience.get(again).body()).contains("succeeded");
    }

    @Test
    void peopleHaveOnePlaceAtLeast() throws Exception {
        start(1);
        CompletableFuture<HttpResponse<String>> only = begin("clara");
        Control.Command command = arrived();
        assertRefused("anna", "1 commands wait for an answer already");
        answer(command);
        assertThat(Patience.get(only).body()).contains("succeeded");
    }

    @Test
    void programsMayHaveAllPlaces() throws Exception {
        start(4);
        for (int i = 0; i < 4; i++) {
            CompletableFuture<CommandOutcome> outcome = program();
            arrived();
            assertThat(outcome).isNotDone();
        }
        assertRefused("clara", "4 commands wait for an answer already");
    }
}
