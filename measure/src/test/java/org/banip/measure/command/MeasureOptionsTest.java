package org.banip.measure.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.banip.app.Banip;
import org.banip.app.CommandLineContract;
import org.banip.app.terminal.Stop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.OptionSpec;

class MeasureOptionsTest extends CommandLineContract {
    @TempDir
    static Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "measure | which measurement? There are: compression, jmh",
                "measure coding --help | no such command 'coding'; there are compression, jmh",
                "measure compression /nonexistent | '/nonexistent' is not a folder; it must be one of recordings",
                "measure compression --chain zip | unknown component 'zip'",
                "measure study /nonexistent | '/nonexistent' is not a folder; it must be one of recordings",
                "measure report /nonexistent | '/nonexistent' is not a folder; it must be one of results",
                "measure cpi --link /nonexistent | no link profile '/nonexistent'; there are gprs-1slot",
                "measure live --link /nonexistent | no link profile '/nonexistent'; there are gprs-1slot",
                "measure cpi --relay --uplink http3 | uplink http3 over a relay, which carries TCP: allowed are the uplinks over TCP",
                "measure cpi --back-end tcp://127.0.0.1:8090 --tls | --back-end and --tls are given, one of them is allowed",
                "measure address-change --changes 0 | --changes 0, allowed are 1 to 31",
                "measure address-change --changes 32 | --changes 32, allowed are 1 to 31",
                "measure uplinks --uplink pigeon | uplink 'pigeon' is not one of [",
                "measure live --seconds 3 | runs of 3 s, allowed are 4 or more",
                "measure thesis --link /nonexistent | no link profile '/nonexistent'; there are gprs-1slot",
                "measure link --link wifi,/nonexistent | no link profile '/nonexistent'; there are gprs-1slot",
                "measure probe --link /nonexistent | no link profile '/nonexistent'; there are gprs-1slot",
                "measure paths --scenario sea | no scenario 'sea'; there are pals, hand-over, regional, fail-over, okunishi",
                "measure paths --scheduler dice | 'dice'",
                "measure paths --scenario alarm --only sea | no case of [alarm] has 'sea' in its name",
                "measure paths --scenario alarm --only sea | there are ",
                "measure paths --congestion-control foo | --congestion-control foo, allowed are ",
                "measure live --congestion-control foo | --congestion-control foo, allowed are ",
                "measure probe --congestion-control foo | --congestion-control foo, allowed are ",
                "measure paths --pals 51 | 51 random pairs of paths, allowed are 1 to 50",
                "measure paths --size 10 | a size of 10, allowed are 10000 to 100000000 bytes",
                "measure paths --repeats 0 | 0 repeats, allowed are 1 to 1000",
                "measure paths --delay-is long | --delay-is long, allowed are one-way and round-trip",
                "measure peers --parallel 0 | a number from 1 to 48",
                "measure peers --load 5 | --load 5.0, allowed is above 0 and at most 4",
                "measure peers --link /nonexistent | no link profile '/nonexistent'; there are gprs-1slot",
                "measure jmh NoSuchBenchmark | no benchmark's name matches 'NoSuchBenchmark'",
                "measure jmh [ | Unclosed character class",
                "measure jmh --java /nonexistent | '/nonexistent' is no home of a Java",
                "measure load --mbus 0 | --mbus [0], allowed are numbers from 1 to 100000",
                "measure load --product /nonexistent | '/nonexistent' has no launcher",
                "measure load --storm | it needs --through wsb",
                "measure load --mbus 100000 --processes 9 | (ulimit -Hn). Raise the limit",
                "measure faults --rounds 0 | --rounds 0, allowed is a number from 1 to 10000000",
                "measure faults --fault kill,flood | no fault 'flood', there are kill, stop, cut, stall, reset, half-open, damage",
                "measure losses --product pigeon | product pigeon, allowed are [banip, banip-each, mqtt, grpc, nats]",
                "measure losses --fault flood | fault flood, allowed are [kill-sender, kill-sender-offline, kill-receiver",
                "measure losses --seconds 61 | a fault lasts 61 s, allowed are 1 to 60",
                "measure price --part oracle | part oracle, allowed are [mbu, sqlite, postgresql, nats, kafka]",
                "measure price --window 4097 | 8 senders with 4097 packets each, allowed are 1 to 64 with 1 to 4096",
                "measure faults --database oracle | 'oracle' is not allowed; allowed are sqlite, postgresql, both",
                "measure stopped --rounds 0 | --rounds 0, allowed is a number from 1 to 100",
                "measure alerts --alerts 0 | --alerts 0, allowed is a number from 1 to 1000",
                "measure alerts --alerts 1001 | --alerts 1001, allowed is a number from 1 to 1000",
                "measure alerts --uplink http3 | --uplink http3 needs https, which this experiment has not",
                "measure alerts --link /nonexistent | no link profile '/nonexistent'; there are gprs-1slot",
                "measure jini --batches 0 | --batches 0, allowed are 1 to 4096 packets in a call, and adaptive",
                "measure jini --batches 10,-5 | --batches -5, allowed are 1 to 4096 packets in a call, and adaptive",
                "measure jini --batches some | --batches some is neither a number nor adaptive",
                "measure jini --tls maybe | 'maybe' is not allowed; allowed are plain, tls, both",
                "measure cpu | no such command 'cpu'; there are ",
                "dmeo | no such command 'dmeo'; there are demo, host, wsb, mbu, gateway, watch, command, alerts, store, export, verify, backup, forget, audit, certificates, seal-key, spool-key, surrogate, lookup, services, measure"
            })
    void aWrongOptionIsToldWhatIsAllowed(String line, String said) {
        assertThat(run(line.split(" "))).isEqualTo(2);
        assertThat(err.toString()).contains(said).contains("--help").doesNotContain("\tat ");
    }

    @Test
    void pathsListsItsCasesAndMeasuresNothing() {
        assertThat(run("measure", "paths", "--list", "--scenario", "path-break,alarm"))
                .isZero();
        assertThat(out.toString())
                .containsPattern("path-break stream: \\d+ runs, about \\d+:\\d\\d")
                .contains("broker-dies: 1 run, about ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpi", "live", "uplinks", "address-change", "peers", "jmh"})
    void aRecordingThatIsNotThereIsToldBeforeAnythingIsMade(String measurement) {
        Path results = directory.resolve("results-of-" + measurement);
        assertThat(run("measure", measurement, "--recording", "nowhere.hea", "--out", results.toString()))
                .isEqualTo(1);
        assertThat(err.toString())
                .contains("nowhere.hea: is not there")
                .doesNotContain("(malformed-recording)", "\tat ");
        assertThat(results).doesNotExist();
    }

    @Test
    void everyMeasurementKeepsItsResultsAlike() {
        new Banip(new Stop())
                .commandLine()
                .getSubcommands()
                .get("measure")
                .getSubcommands()
                .forEach((name, command) -> {
                    if (name.equals("back-end")) { // the other side of a measurement, which has the results
                        return;
                    }
                    OptionSpec out = command.getCommandSpec().findOption("--out");
                    assertThat(out).as(name).isNotNull();
                    if (!name.equals("report")) { // writes a page
                        assertThat(String.join(" ", out.description())).contains("results/NAME-DATE-TIME");
                        assertThat(command.getCommandSpec().findOption("--json"))
                                .as(name)
                                .isNotNull();
                    }
                });
    }

    @Test
    void measurementsOverALinkTakeTheSameOptions() {
        var measurements = new Banip(new Stop())
                .commandLine()
                .getSubcommands()
                .get("measure")
                .getSubcommands();
        for (String name : List.of("link", "probe", "cpi", "live", "address-change", "thesis", "peers", "alerts")) {
            var options = measurements.get(name).getCommandSpec();
            assertThat(options.findOption("--link").defaultValueString())
                    .as(name)
                    .startsWith("gprs-2slot");
            assertThat(options.findOption("--congestion-control")).as(name).isNotNull();
        }
        for (String name : List.of("cpi", "live", "uplinks", "address-change", "thesis", "wire", "peers")) {
            assertThat(measurements.get(name).getCommandSpec().findOption("--parallel"))
                    .as(name)
                    .isNotNull();
        }
    }
}
