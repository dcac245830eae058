package org.banip.measure.http.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PageTest {
    @ParameterizedTest
    @CsvSource({"1, 1", "212, 18", "812, 68", "1206, 101"})
    void objectsAddUpToThePage(int kilobytes, int objects) {
        Page page = new Page(kilobytes, 7);
        assertThat(page.objects()).isEqualTo(objects);
        assertThat(sizes(page)).allMatch(size -> size >= 100);
        assertThat(sizes(page).stream().mapToInt(size -> size).sum()).isEqualTo(kilobytes * 1000);
    }

    private static List<Integer> sizes(Page page) {
        return IntStream.range(0, page.objects())
                .map(number -> page.object(number).length)
                .boxed()
                .toList();
    }

    @Test
    void seedDeterminesSizesAndContents() {
        Page page = new Page(212, 7);
        Page same = new Page(212, 7);
        for (int number = 0; number < page.objects(); number++) {
            assertThat(same.object(number)).isEqualTo(page.object(number));
        }
        assertThat(sizes(new Page(212, 8))).isNotEqualTo(sizes(page));
        assertThat(sizes(page).stream().distinct().count()).isGreaterThan(10);
    }

    @Test
    void requestTellsWhatTheAnswerMustBe() {
        Page page = new Page(212, 7);
        Request request = page.request(3);
        byte[] changed = page.object(3).clone();
        assertThat(request.path()).isEqualTo("/page/212/3");
        assertThat(request.answerBytes()).isEqualTo(changed.length);
        assertThat(request.answerChecksum()).isEqualTo(Checksum.of(changed));
        changed[changed.length / 2] ^= 1;
        assertThat(request.answerChecksum()).isNotEqualTo(Checksum.of(changed));
    }

    @Test
    void transfersAreFoundByTheirNames() {
        List<Transfer> all = List.of(new Transfer.OfPage(812), new Transfer.OfAlarm(false), new Transfer.OfAlarm(true));
        assertThat(all).allMatch(transfer -> Transfer.of(transfer.token()).equals(transfer));
        assertThat(Arrays.stream(Protocol.values())).allMatch(protocol -> Protocol.of(protocol.token()) == protocol);
    }
}
