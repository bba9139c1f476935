#import "A.h"
@implementation A
- (void)run { [self stop]; }
+ (instancetype)make:(int)x with:(NSString *)y {
  void (^block)(void) = ^{ stop(); };
  return nil;
}
static int helper(int x) { return x; }
@end
