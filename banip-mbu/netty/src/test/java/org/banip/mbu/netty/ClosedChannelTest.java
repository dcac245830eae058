package org.banip.mbu.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A channel that the other side closes just before a request begins on it: a break, after which the MBU connects again. */
class ClosedChannelTest {
    @Test
    void aRequestOnItIsABreak() throws Exception {
        EmbeddedChannel channel = new EmbeddedChannel(new AnswerReader());
        assertThat(AnswerReader.isReusable(channel)).isTrue();
        assertThat(AnswerReader.of(channel)).isNotNull();
        channel.close().sync();
        channel.runPendingTasks();
        assertThat(AnswerReader.isReusable(channel)).isFalse();
        assertThatThrownBy(() -> AnswerReader.of(channel))
                .isInstanceOf(IOException.class)
                .hasMessage("the connection was closed");
    }
}
