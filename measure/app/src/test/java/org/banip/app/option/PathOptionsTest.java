package org.banip.app.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.banip.core.ban.ServiceClass;
import org.banip.mbu.settings.PathPolicySettings;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** How the options of paths become settings. */
class PathOptionsTest {
    private static PathPolicySettings policy(String... options) {
        return CommandLine.populateCommand(new PathOptions(), options).policy();
    }

    @Test
    void eachServiceClassMayHaveAScheduler() {
        assertThat(policy()).isEqualTo(PathPolicySettings.DEFAULT);
        assertThat(policy("--scheduler", "ecf")).isEqualTo(PathPolicySettings.DEFAULT.scheduler("ecf"));
        assertThat(policy("--scheduler", "alarm=redundant", "--scheduler", "ecf", "--scheduler=bulk=cost"))
                .isEqualTo(PathPolicySettings.DEFAULT
                        .scheduler("ecf")
                        .scheduler(ServiceClass.ALARM, "redundant")
                        .scheduler(ServiceClass.BULK, "cost"));
        assertThat(policy("--scheduler", "live=blest,alarm=ecf"))
                .isEqualTo(PathPolicySettings.DEFAULT
                        .scheduler(ServiceClass.LIVE, "blest")
                        .scheduler(ServiceClass.ALARM, "ecf"));
    }

    @Test
    void interfacesThatCannotBeReadAreNotSaidToBeMissing() {
        PathOptions options = CommandLine.populateCommand(
                new PathOptions(), "--path", "wifi@wlan0", "--path", "lte@wwan0", "--path", "wire");
        assertThat(options.missing(Set.of("wlan0")))
                .containsExactly("--path lte@wwan0: no such interface; there is wlan0");
        assertThat(options.missing(Set.of())).isEmpty();
    }
}
