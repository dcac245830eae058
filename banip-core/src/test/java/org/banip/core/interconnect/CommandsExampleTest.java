package org.banip.core.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.banip.core.command.CommandArgument;
import org.banip.core.command.CommandArguments;
import org.banip.core.command.CommandDeclaration;
import org.banip.core.command.CommandRole;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.json.JsonObject;
import org.banip.core.testing.Page;
import org.junit.jupiter.api.Test;

/** Commands in a registration (docs/protocol.md, section 3.7). */
class CommandsExampleTest {
    private final String registration;
    private final String example;

    CommandsExampleTest() throws IOException {
        registration = Page.named("protocol.md").section("## 3 ").blocks("json").get(0);
        example = Page.named("protocol.md").section("### 3.7 ").blocks("json").get(0);
    }

    private RegistrationRequest read(String commands) {
        return RegistrationRequest.fromJson(
                registration.replaceFirst("\"ban\": \\{", "\"commands\": " + commands + ", \"ban\": {"));
    }

    private List<CommandDeclaration> commands(String... declarations) {
        return read("[" + String.join(",", declarations) + "]").commands();
    }

    @Test
    void exampleOfThePageIsRead() {
        RegistrationRequest request = read("[" + example + "]");
        assertThat(request.commands())
                .containsExactly(CommandDeclaration.of(
                                "set-rate",
                                "Sets the rate of the pump",
                                CommandArgument.number("rate", "mL/h", 0, 20),
                                CommandArgument.choice("mode", "day", "night").withDefault("day"),
                                CommandArgument.text("note", 80).optional())
                        .actingOn("infusion pump")
                        .by(CommandRole.CLINICIAN)
                        .within(Duration.ofSeconds(20)));
        assertThat(RegistrationRequest.fromJson(request.toJson())).isEqualTo(request);
    }

    @Test
    void registrationWithoutCommandsHasNoSuchField() {
        RegistrationRequest request = RegistrationRequest.fromJson(registration);
        assertThat(request.commands()).isEmpty();
        assertThat(request.toJson()).doesNotContain("commands");
        assertThat(read("null").commands()).isEmpty();
    }

    @Test
    void everyTypeAndDefaultComesBackAsItWas() {
        RegistrationRequest request = read("[" + example + "]");
        CommandDeclaration all = CommandDeclaration.of(
                        "all.types",
                        "Takes everything",
                        CommandArgument.number("n", "", -0.5, 1e300).withDefault(1e-9),
                        CommandArgument.integer("i", "s", -CommandArgument.MAX_INTEGER, CommandArgument.MAX_INTEGER)
                                .withDefault(CommandArgument.MAX_INTEGER),
                        CommandArgument.text("t", 1024).withDefault("ä\"\\"),
                        CommandArgument.choice("c", "a", "b"),
                        CommandArgument.flag("b").withDefault(false))
                .by(CommandRole.OPERATOR, CommandRole.CLINICIAN);
        RegistrationRequest with = request.toBuilder()
                .retiring(true)
                .adding(true)
                .commands(List.of(all))
                .build();
        assertThat(RegistrationRequest.fromJson(with.toJson())).isEqualTo(with);
    }

    @Test
    void unknownFieldsAreIgnored() {
        assertThat(commands(example.replace("\"maximum\": 20", "\"maximum\": 20, \"step\": 0.5")
                        .replace("\"actuator\"", "\"later\": {}, \"actuator\"")))
                .isEqualTo(commands(example));
    }

    @Test
    void declarationsThatBreakARuleAreRefused() {
        assertRefused(
                ErrorCode.INVALID_DESCRIPTION, "two commands are named set-rate", () -> commands(example, example));
        assertRefused(ErrorCode.INVALID_DESCRIPTION, "'set rate'", () -> with("\"set-rate\"", "\"set rate\""));
        assertRefused(ErrorCode.INVALID_DESCRIPTION, "role 'nurse'", () -> with("\"clinician\"", "\"nurse\""));
        assertRefused(ErrorCode.INVALID_DESCRIPTION, "no role", () -> with("\"clinician\"", ""));
        assertRefused(ErrorCode.INVALID_DESCRIPTION, "time-out of 999 ms", () -> with("20000", "999"));
        assertRefused(ErrorCode.INVALID_DESCRIPTION, "time-out of 600001 ms", () -> with("20000", "600001"));
        assertRefused(ErrorCode.INVALID_DESCRIPTION, "description", () -> with("Sets the rate of the pump", ""));
        assertRefused(ErrorCode.INVALID_DESCRIPTION, "type 'real'", () -> with("\"number\"", "\"real\""));
        assertRefused(ErrorCode.INVALID_DESCRIPTION, "minimum 30.0", () -> with("\"minimum\": 0", "\"minimum\": 30"));
        assertRefused(
                ErrorCode.INVALID_DESCRIPTION,
                "default of argument mode is 'noon', allowed are day, night",
                () -> with("\"default\": \"day\"", "\"default\": \"noon\""));
        assertRefused(ErrorCode.INVALID_DESCRIPTION, "same choice twice", () -> with("\"night\"", "\"day\""));
        assertRefused(ErrorCode.INVALID_DESCRIPTION, "1 to 64", () -> with("\"day\", \"night\"", ""));
        assertRefused(ErrorCode.INVALID_DESCRIPTION, "0 to 1025 characters", () -> with("80", "1025"));
        assertRefused(
                ErrorCode.INVALID_DESCRIPTION, "two arguments are named rate", () -> with("\"mode\"", "\"rate\""));
        assertRefused(ErrorCode.MALFORMED_REQUEST, "maximum", () -> with(", \"maximum\": 20}", "}"));
        assertRefused(ErrorCode.MALFORMED_REQUEST, "commands[0].name", () -> with("\"set-rate\"", "7"));
        assertRefused(ErrorCode.MALFORMED_REQUEST, "commands", () -> read("{}"));
        String[] many = new String[33];
        for (int i = 0; i < many.length; i++) {
            many[i] = example.replace("set-rate", "set-rate-" + i);
        }
        assertRefused(ErrorCode.INVALID_DESCRIPTION, "33 commands", () -> commands(many));
    }

    private void with(String old, String changed) {
        assertThat(example).contains(old);
        commands(example.replace(old, changed));
    }

    private static void assertRefused(ErrorCode code, String text, ThrowingCallable call) {
        assertThatThrownBy(call)
                .hasMessageContaining(text)
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void argumentsOfTheExampleAreRead() {
        CommandDeclaration declaration = commands(example).get(0);
        CommandArguments arguments = CommandArguments.read(declaration, bytes("{\"rate\": 2.5, \"note\": null}"));
        assertThat(arguments.number("rate")).isEqualTo(2.5);
        assertThat(arguments.text("mode")).isEqualTo("day");
        assertThat(arguments.has("note")).isFalse();
        assertThat(arguments.toBytes()).asString(StandardCharsets.UTF_8).isEqualTo("{\"rate\":2.5,\"mode\":\"day\"}");
        assertRefused(
                ErrorCode.MALFORMED_REQUEST,
                "needs argument rate",
                () -> CommandArguments.read(declaration, new byte[0]));
        assertRefused(
                ErrorCode.MALFORMED_REQUEST,
                "argument rate is 20.5, allowed is a number from 0 to 20 mL/h",
                () -> CommandArguments.read(declaration, bytes("{\"rate\": 20.5}")));
        assertRefused(
                ErrorCode.MALFORMED_REQUEST,
                "argument rate is '2'",
                () -> CommandArguments.read(declaration, bytes("{\"rate\": \"2\"}")));
        assertRefused(
                ErrorCode.MALFORMED_REQUEST,
                "has no argument 'speed', it has rate, mode, note",
                () -> CommandArguments.read(declaration, bytes("{\"rate\": 2, \"speed\": 2}")));
        assertRefused(
                ErrorCode.MALFORMED_REQUEST,
                "not UTF-8",
                () -> CommandArguments.read(declaration, new byte[] {(byte) 0xFF}));
        assertRefused(ErrorCode.MALFORMED_REQUEST, "JSON", () -> CommandArguments.read(declaration, bytes("{")));
    }

    @Test
    void argumentsOfThePageAreReadAsItSays() throws Exception {
        CommandDeclaration declaration = commands(example).get(0);
        String block = Page.named("protocol.md")
                .section("### 3.7 ")
                .blocks("arguments")
                .get(0);
        int refused = 0;
        for (String line : block.trim().split("\n", -1)) {
            String[] parts = line.split(" = | (?=refused$)", -1);
            if (parts[1].equals("refused")) {
                refused++;
                assertThatThrownBy(() -> CommandArguments.read(declaration, bytes(parts[0])))
                        .as(line)
                        .isInstanceOf(BanipException.class);
            } else {
                assertThat(CommandArguments.read(declaration, bytes(parts[0])).toBytes())
                        .as(line)
                        .isEqualTo(CommandArguments.read(declaration, bytes(parts[1]))
                                .toBytes());
                assertThat(CommandArguments.read(declaration, bytes(parts[0]))
                                .values()
                                .keySet())
                        .as(line)
                        .isEqualTo(JsonObject.parse(parts[1]).names().stream().collect(Collectors.toSet()));
            }
        }
        assertThat(refused).isEqualTo(11);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
