package org.banip.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import org.banip.core.error.BanipException;
import org.banip.emulator.profile.LinkProfile;
import org.junit.jupiter.api.Test;

class PrivilegesTest {
    @Test
    void whoLacksThemIsToldWhichAndGetsNoNetwork() {
        assumeThat(Privileges.missing()).as("what is missing here").isPresent();
        assertThatThrownBy(() -> EmulatedNetwork.open(LinkProfile.named("lan"), 1))
                .isInstanceOf(BanipException.class)
                .hasMessage(Privileges.missing().orElseThrow())
                .hasMessageStartingWith("emulated links need ");
    }

    @Test
    void addressesOfANetworkAreItsOwn() {
        AddressPlan plan = new AddressPlan(3);
        assertThat(plan.namespace("mobile")).isEqualTo("banip3-mobile");
        assertThat(plan.subnet(1)).isEqualTo("10.103.1.0/24");
        assertThat(plan.mobile(1, 0).getHostAddress()).isEqualTo("10.103.1.1");
        assertThat(plan.mobile(1, 1).getHostAddress()).isEqualTo("10.103.1.11");
        assertThat(plan.mobile(1, 240).getHostAddress()).isEqualTo("10.103.1.250");
        assertThat(plan.mobile(1, 241).getHostAddress()).isEqualTo("10.103.1.11");
        assertThat(plan.fixed(1).getHostAddress()).isEqualTo("10.103.1.2");
        assertThat(plan.ownOfMobile()).isNotEqualTo(plan.ownOfFixed());
    }
}
