package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.ban.Thinning;
import org.banip.core.command.CommandArgument;
import org.banip.core.command.CommandArguments;
import org.banip.core.command.CommandDeclaration;
import org.banip.core.command.CommandRole;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.frame.Control;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Sequenced;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.mbu.spi.SensorInput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that an MBU declares (docs/control.md; docs/protocol.md, section 3.7). */
@SuppressWarnings("try") // an MBU that only has to run
class DeclaredCommandsTest extends MbuFixture {
    private static final SensorGroup ECG = TestSensor.ecg();
    private static final Frequency LOWER = Frequency.ofHz(36);
    private static final SensorGroup ALERTS =
            SensorGroup.alarms("alerts", 10, List.of(new Channel("kind", "", 8, 0, 100, 0, 100)));
    private static final CommandDeclaration SET_RATE = CommandDeclaration.of(
                    "set-rate",
                    "Sets the rate",
                    CommandArgument.number("rate", "mL/h", 0, 20),
                    CommandArgument.choice("mode", "day", "night").withDefault("day"))
            .actingOn("pump");

    private final List<CommandArguments> taken = new CopyOnWriteArrayList<>();
    private long nextId;

    @Override
    String uplink() {
        return "chunked";
    }

    private MobileBaseUnitBuilder pump() {
        host.keepAliveMillis = 50;
        return builder().input(ECG).command(SET_RATE, arguments -> {
            taken.add(arguments);
            if (arguments.number("rate") == 13) {
                throw new IllegalStateException("the motor is stuck");
            }
            return "{\"running\":true}";
        });
    }

    private static MobileBaseUnit registered(MobileBaseUnitBuilder builder) throws InterruptedException {
        MobileBaseUnit mbu = builder.start();
        assertThat(mbu.awaitRegistered(PATIENCE)).isTrue();
        return mbu;
    }

    private Control.CommandResult send(String name, String argument) {
        int before = host.session().results.size();
        host.session().send(new Control.Command(nextId++, name, argument.getBytes(StandardCharsets.UTF_8)));
        soon("the result came").until(() -> host.session().results.size() > before);
        return host.session().results.get(before);
    }

    @Test
    void banipsOwnCommandsCount() {
        MobileBaseUnitBuilder builder = builder();
        for (int number = 1; number <= 30; number++) {
            builder.command(CommandDeclaration.of("c" + number, "Does it"), arguments -> "");
        }
        builder.switchGroups(CommandRole.CLINICIAN);
        assertThatThrownBy(() -> builder.identifiedBy(() -> {}))
                .isInstanceOf(BanipException.class)
                .hasMessage("33 commands are declared, banip.stop and banip.start of switchGroups included,"
                        + " allowed are at most 32");
        MobileBaseUnitBuilder other = builder();
        for (int number = 1; number <= 31; number++) {
            other.command(CommandDeclaration.of("c" + number, "Does it"), arguments -> "");
        }
        assertThatThrownBy(() -> other.switchGroups(CommandRole.CLINICIAN)).hasMessageContaining("33 commands");
    }

    private void assertAnswers(String name, String argument, boolean done, String text) {
        Control.CommandResult result = send(name, argument);
        assertThat(result.result()).asString(StandardCharsets.UTF_8).isEqualTo(text);
        assertThat(result.succeeded()).isEqualTo(done);
    }

    @Test
    void hostIsToldOfCommandsAndTheActionGetsCheckedArguments() throws Exception {
        try (MobileBaseUnit mbu = registered(pump())) {
            assertThat(host.session().declared()).containsExactly(SET_RATE);
            assertAnswers("set-rate", "{\"rate\":2.5}", true, "{\"running\":true}");
            assertThat(taken).singleElement().satisfies(arguments -> {
                assertThat(arguments.number("rate")).isEqualTo(2.5);
                assertThat(arguments.text("mode")).isEqualTo("day");
            });
            assertAnswers("set-rate", "{\"rate\":13}", false, "the motor is stuck");
        }
    }

    /** A host of an older version does not check them. */
    @Test
    void argumentsThatDoNotFitNeverReachTheAction() throws Exception {
        try (MobileBaseUnit mbu = registered(pump())) {
            assertAnswers(
                    "set-rate",
                    "{\"rate\":21}",
                    false,
                    "command set-rate: argument rate is 21, allowed is a number from 0 to 20 mL/h");
            assertThat(send("set-rate", "").result())
                    .asString(StandardCharsets.UTF_8)
                    .contains("needs argument rate");
            assertThat(send("set-rate", "rate=2").succeeded()).isFalse();
            assertThat(taken).isEmpty();
        }
    }

    @Test
    void undeclaredCommandsGoToTheHandlerExceptThoseOfBanip() throws Exception {
        try (MobileBaseUnit mbu = registered(pump().commands((name, argument) -> argument))) {
            assertAnswers("other", "bytes", true, "bytes");
            assertAnswers(
                    "banip.other",
                    "",
                    false,
                    "this MBU does not have the command 'banip.other'; it declares [set-rate]");
        }
    }

    @Test
    void undeclaredCommandsFailWithoutAHandler() throws Exception {
        try (MobileBaseUnit mbu = registered(pump())) {
            assertAnswers("other", "", false, "this MBU does not have the command 'other'; it declares [set-rate]");
        }
    }

    @Test
    void reasonOfAFailureIsWholeUnlessItIsLongerThanAResultMayBe() throws Exception {
        String whole = "é".repeat(Control.MAX_COMMAND_BYTES / 2);
        host.keepAliveMillis = 50;
        try (MobileBaseUnit mbu = registered(builder().input(ECG).commands((name, argument) -> {
            throw new IllegalStateException(name.equals("whole") ? whole : whole + "!");
        }))) {
            assertAnswers("whole", "", false, whole);
            assertAnswers("longer", "", false, whole.substring(2) + "…");
        }
    }

    @Test
    void deviceIdentifiesItself() throws Exception {
        List<String> shown = new CopyOnWriteArrayList<>();
        host.keepAliveMillis = 50;
        try (MobileBaseUnit mbu = registered(builder().input(ECG).identifiedBy(() -> shown.add("blink")))) {
            assertThat(host.session().declared())
                    .singleElement()
                    .satisfies(command -> assertThat(command.name()).isEqualTo("banip.identify"));
            assertAnswers("banip.identify", "{}", true, "");
            assertThat(shown).containsExactly("blink");
        }
    }

    @Test
    void groupsAreStoppedAndStartedBehindWhatWasOfferedBefore() throws Exception {
        host.keepAliveMillis = 50;
        try (MobileBaseUnit mbu = registered(builder()
                .input(ECG)
                .events(ALERTS)
                .chain("ecg", "packetizer(units=10,hold=0)|deflate")
                .switchGroups(CommandRole.CLINICIAN, CommandRole.OPERATOR))) {
            assertThat(host.session().declared())
                    .extracting(CommandDeclaration::name)
                    .containsExactly("banip.stop", "banip.start", "banip.chain");
            assertThat(host.session().declared().get(0).actuator()).isPresent();
            long units = 0;
            for (int round = 0; round < 20; round++) {
                offer(mbu.input("ecg"), units, 7);
                units += 7;
                assertAnswers("banip.stop", "{\"group\":\"ecg\"}", true, "");
                assertThat(mbu.input("ecg").offerNext(1, 2)).isEqualTo(OfferOutcome.RETIRED);
                assertAnswers("banip.start", "{\"group\":\"ecg\"}", true, "");
            }
            assertDelivered(mbu);
            assertThat(host.session().decoded(0)).isEqualTo(TestSensor.sets(ECG, 0, units));
            List<Gap> retirements = new ArrayList<>();
            for (Sequenced item : host.session().stored(0)) {
                if (item instanceof Gap gap) {
                    retirements.add(gap);
                }
            }
            assertThat(retirements).hasSize(20).allMatch(Gap::isRetirement);
            assertThat(send("banip.stop", "{\"group\":\"belt\"}").result())
                    .asString(StandardCharsets.UTF_8)
                    .contains("'belt', allowed are ecg, alerts");
        }
    }

    /** At the lower rate over a break of the connection; at the full rate again after a restart, although the rate was not given back. */
    @Test
    void rateThatIsOrderedHoldsOverABreakAndNotOverARestart(@TempDir Path directory) throws Exception {
        host.keepAliveMillis = 50;
        MobileBaseUnitBuilder builder = builder()
                .input(ECG)
                .lowerRate("ecg", LOWER, Thinning.Kind.SAMPLES, 0)
                .chain("packetizer(units=10,hold=0)")
                .switchGroups(CommandRole.CLINICIAN)
                .spool(directory)
                .deregisterOnClose(false);
        try (MobileBaseUnit mbu = registered(builder)) {
            assertThat(host.session().declared())
                    .extracting(CommandDeclaration::name)
                    .containsExactly("banip.stop", "banip.start", "banip.rate", "banip.chain");
            offer(mbu.input("ecg"), 0, 100);
            assertDelivered(mbu);
            assertThat(host.session().declared().get(2).arguments().get(1).choices())
                    .containsExactly("36", "360", "0");
            assertAnswers("banip.rate", "{\"group\":\"ecg\",\"rate\":\"36\"}", true, "ecg at 36 Hz");
            soon("the rate is lower").until(() -> ecg(mbu).thinned());
            host.breakConnections();
            offer(mbu.input("ecg"), 100, 100);
            assertDelivered(mbu);
            assertThat(ecg(mbu).unitsReduced()).isEqualTo(100);
            assertThat(send("banip.rate", "{\"group\":\"ecg\",\"rate\":\"1.5\"}")
                            .result())
                    .asString(StandardCharsets.UTF_8)
                    .startsWith("command banip.rate: argument rate is '1.5', allowed");
            assertAnswers("banip.stop", "{\"group\":\"ecg\"}", true, "");
            assertAnswers("banip.start", "{\"group\":\"ecg\"}", true, "");
            offer(mbu.input("ecg"), 200, 10);
            assertDelivered(mbu);
            assertThat(ecg(mbu).thinned()).isTrue();
            assertThat(ecg(mbu).unitsReduced()).isEqualTo(110);
        }
        try (MobileBaseUnit mbu = registered(builder)) {
            offer(mbu.input("ecg"), 210, 100);
            assertDelivered(mbu);
            assertThat(ecg(mbu).unitsReduced()).isZero();
            assertThat(ecg(mbu).unitsAcknowledged()).isEqualTo(100);
        }
    }

    /** Over a break of the connection, and not over a restart; what does not fit changes nothing. */
    @Test
    void chainThatIsOrderedHoldsOverABreakAndNotOverARestart(@TempDir Path directory) throws Exception {
        host.keepAliveMillis = 50;
        MobileBaseUnitBuilder builder = builder()
                .input(ECG)
                .chain("packetizer(units=10,hold=0)|deflate(context=stream)")
                .switchGroups(CommandRole.CLINICIAN)
                .spool(directory)
                .deregisterOnClose(false);
        try (MobileBaseUnit mbu = registered(builder)) {
            offer(mbu.input("ecg"), 0, 100);
            assertDelivered(mbu);
            assertThat(ecg(mbu).packets()).isEqualTo(10);
            assertAnswers(
                    "banip.chain",
                    "{\"group\":\"ecg\",\"chain\":\"packetizer(units=25,hold=0)|deflate(context=stream,level=9)\"}",
                    true,
                    "ecg by packetizer(units=25,hold=0)|deflate(level=9,context=stream,key=1min)");
            host.breakConnections();
            offer(mbu.input("ecg"), 100, 100);
            assertDelivered(mbu);
            assertThat(ecg(mbu).packets()).isEqualTo(14);
            assertAnswers(
                    "banip.chain",
                    "{\"group\":\"ecg\",\"chain\":\"packetizer(hold=0)|deflate\"}",
                    false,
                    "group ecg: the host could not decode packets of deflate(level=6,context=packet,key=1min):"
                            + " it has agreed to deflate(level=6,context=stream,key=1min);"
                            + " you may change only packetizer: units, hold; deflate: level, key");
            offer(mbu.input("ecg"), 200, 100);
            assertDelivered(mbu);
            assertThat(ecg(mbu).packets()).isEqualTo(18);
        }
        try (MobileBaseUnit mbu = registered(builder)) {
            offer(mbu.input("ecg"), 300, 100);
            assertDelivered(mbu);
            assertThat(ecg(mbu).packets()).isEqualTo(10);
            assertThat(host.session().decoded(0)).isEqualTo(TestSensor.sets(ECG, 0, 400));
        }
    }

    private static GroupStatus ecg(MobileBaseUnit mbu) {
        return mbu.status().groups().get(0);
    }

    @Test
    void rateIsACommandOnlyIfTheAppAllowsBoth() throws Exception {
        host.keepAliveMillis = 50;
        MobileBaseUnitBuilder builder = builder().input(ECG).lowerRate("ecg", LOWER, Thinning.Kind.SAMPLES, 0);
        try (MobileBaseUnit mbu = registered(builder.identifiedBy(() -> {}))) {
            assertThat(host.session().declared())
                    .extracting(CommandDeclaration::name)
                    .containsExactly("banip.identify");
            assertThat(send("banip.rate", "{\"group\":\"ecg\",\"rate\":\"0\"}").succeeded())
                    .isFalse();
        }
        for (int number = 1; number <= 29; number++) {
            builder.command(CommandDeclaration.of("c" + number, "Does it"), arguments -> "");
        }
        builder.switchGroups(CommandRole.CLINICIAN);
        assertThatThrownBy(builder::start)
                .hasMessage("33 commands are declared, banip.stop, banip.start and banip.rate of switchGroups"
                        + " included, allowed are at most 32");
    }

    @Test
    void groupsThatAreAddedCanBeStopped(@TempDir Path directory) throws Exception {
        host.keepAliveMillis = 50;
        SensorGroup motion = TestSensor.group("motion", 50, ServiceClass.BULK);
        MobileBaseUnitBuilder builder = builder()
                .input(ECG)
                .switchGroups(CommandRole.CLINICIAN)
                .spool(directory)
                .deregisterOnClose(false);
        try (MobileBaseUnit mbu = registered(builder)) {
            SensorInput input = mbu.addGroup(motion).input();
            offer(input, 0, 5);
            assertDelivered(mbu);
            assertThat(host.session().declared())
                    .hasSize(3)
                    .allSatisfy(command ->
                            assertThat(command.arguments().get(0).choices()).containsExactly("ecg", "motion"));
            assertAnswers("banip.stop", "{\"group\":\"motion\"}", true, "");
            assertThat(input.offerNext(1, 2)).isEqualTo(OfferOutcome.RETIRED);
            assertAnswers("banip.start", "{\"group\":\"motion\"}", true, "");
            offer(input, 5, 5);
            assertDelivered(mbu);
        }
        try (MobileBaseUnit mbu = registered(builder)) {
            assertAnswers("banip.stop", "{\"group\":\"motion\"}", true, "");
            assertThat(mbu.input("motion").offerNext(1, 2)).isEqualTo(OfferOutcome.RETIRED);
        }
    }

    @Test
    void badDeclarationsAreRefusedWhereTheyAreMade() {
        assertThatThrownBy(() -> builder().command(CommandDeclaration.of("banip.beep", "Beeps"), arguments -> ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("command banip.beep: names that begin with 'banip.' are BANip's own; choose another one");
        assertThatThrownBy(() -> pump().command(SET_RATE, arguments -> ""))
                .hasMessage("two commands are named set-rate")
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_DESCRIPTION));
        assertThatThrownBy(() -> CommandArgument.number("rate", "mL/h", 2, 1)).hasMessageContaining("minimum 2.0");
    }
}
